"""The commands, a file each: parse, ask the library, print."""
