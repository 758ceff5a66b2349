"""The facts of Cloudspire as data: the rule digest, terrain, the box's contents, a small invented map."""
