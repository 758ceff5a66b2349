"""What is on the table: frozen classes that are also the documents. No behaviour but derived facts."""
