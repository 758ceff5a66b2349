"""The rules, a module for each chapter of the digest: pure functions over frozen positions."""
