"""``titan mcp``: the referee as tools of an assistant, over the Model Context Protocol.

:mod:`.tools` asks the library, :mod:`.library` lists what can be read, :mod:`.server` speaks the protocol, and
:mod:`.http` serves it on this machine. Only the last two need the extra.
"""
