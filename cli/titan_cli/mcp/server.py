"""The Model Context Protocol's side of ``titan mcp``: tools, resources, completions and a prompt."""

import base64
import logging
from collections.abc import Mapping
from functools import cache
from typing import Any, TypeAlias

import anyio
import anyio.from_thread
import anyio.to_thread
from mcp import types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError

from titan_rules import __version__
from titan_rules.kernel.errors import TitanError
from titan_rules.kernel.jsontext import JSON
from titan_rules.kernel.schema import object_schema
from titan_rules.schemas import schema_of

from .. import output
from . import library, tools

Context: TypeAlias = ServerRequestContext[Any]

INSTRUCTIONS = """\
A referee for the board game TITAN. Turn what players say into a position and an action, call check, and quote its \
ruling and rule ids. Never rule from memory. find_rules answers questions about the rules with the rules themselves."""

AT_ONCE = 4
"""How many questions are worked on at a time."""

MOST_COMPLETIONS = 100
"""The most completions that the protocol allows in an answer."""

READ_ONLY = types.ToolAnnotations(
    read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)


class Cancelled(Exception):
    """The client has cancelled the question."""


# --- tools -----------------------------------------------------------------------------------------------------------


@cache
def tool_list() -> tuple[types.Tool, ...]:
    """The tools with their schemas."""
    return tuple([_tool(name, tool) for name, tool in tools.TOOLS.items()])


def _tool(name: str, tool: tools.Tool) -> types.Tool:
    definitions: dict[str, JSON] = {}
    asked = object_schema(tool.question, definitions)
    return types.Tool(
        name=name,
        title=tool.title,
        description=tool.about,
        input_schema={**asked, "$defs": definitions} if definitions else asked,
        output_schema=output_schema(tool.kinds),
        annotations=READ_ONLY,
    )


def output_schema(kinds: tuple[str, ...]) -> dict[str, JSON]:
    """The schema of answers of some kinds, as ``titan schema`` prints them; at its root an object."""
    schemas = [schema_of(kind) for kind in kinds]
    if len(schemas) == 1:
        return {"type": "object", **schemas[0]}
    definitions: dict[str, JSON] = {}
    for schema in schemas:
        own = schema.get("$defs")
        assert isinstance(own, Mapping)
        definitions.update(own)
    bodies = [{key: value for key, value in schema.items() if key[0] != "$"} for schema in schemas]
    return {"type": "object", "anyOf": bodies, "$defs": definitions}


async def call_tool(context: Context, asked: types.CallToolRequestParams) -> types.CallToolResult:
    """Answers a question in a thread; whatever cannot be answered is an error of the tool."""
    if asked.name not in tools.TOOLS:
        raise MCPError(types.INVALID_PARAMS, f"there is no tool {asked.name[:60]}")
    cancelled = False

    def progress(done: int, most: int) -> None:
        if cancelled:
            raise Cancelled
        anyio.from_thread.run(context.session.report_progress, done, most)

    try:
        reply = await anyio.to_thread.run_sync(
            tools.call, asked.name, asked.arguments or {}, progress, abandon_on_cancel=True, limiter=limiter()
        )
    except anyio.get_cancelled_exc_class():
        cancelled = True
        raise
    except Exception as error:
        return failed(error)
    return types.CallToolResult(content=content_of(reply), structured_content=reply.content)


@cache
def limiter() -> anyio.CapacityLimiter:
    """How many questions are worked on at a time."""
    return anyio.CapacityLimiter(AT_ONCE)


def content_of(reply: tools.Reply) -> list[types.ContentBlock]:
    """An answer's text, and its picture: PNG if it can be made, else SVG."""
    content: list[types.ContentBlock] = [types.TextContent(text=reply.text)]
    if reply.svg is not None:
        image = reply.png()
        if image is not None:
            content.append(types.ImageContent(data=base64.b64encode(image).decode(), mime_type="image/png"))
        else:
            svg = types.TextResourceContents(uri="titan://picture.svg", mime_type="image/svg+xml", text=reply.svg)
            content.append(types.EmbeddedResource(resource=svg))
    return content


def failed(error: Exception) -> types.CallToolResult:
    """An error as a tool's answer: every fault with its place and hint. A bug is one, too, and says nothing else."""
    faults = output.faults_of(error)
    text = "\n".join(output.told_once(faults))
    return types.CallToolResult(
        content=[types.TextContent(text=text)],
        structured_content=output.error_json(faults[0], faults[1:]),
        is_error=True,
    )


# --- resources, completions, prompts ---------------------------------------------------------------------------------


async def list_tools(_: Context, __: types.PaginatedRequestParams | None) -> types.ListToolsResult:
    """Every tool."""
    return types.ListToolsResult(tools=list(tool_list()))


async def list_resources(_: Context, __: types.PaginatedRequestParams | None) -> types.ListResourcesResult:
    """The resources without a name, and every ruleset: what to read first."""
    found = [(library.template(shelf), shelf) for shelf in library.SHELVES if not shelf.names()]
    found += [
        (f"{library.SCHEME}{shelf.path}/{name}", shelf)
        for shelf in library.SHELVES
        if shelf.path in ("rulesets", "boxes")
        for name in shelf.names()
    ]
    return types.ListResourcesResult(
        resources=[
            types.Resource(uri=uri, name=uri.removeprefix(library.SCHEME), title=shelf.title, description=shelf.about)
            for uri, shelf in found
        ]
    )


async def list_templates(_: Context, __: types.PaginatedRequestParams | None) -> types.ListResourceTemplatesResult:
    """The kinds of resources that have names."""
    return types.ListResourceTemplatesResult(
        resource_templates=[
            types.ResourceTemplate(
                uri_template=library.template(shelf), name=shelf.path, title=shelf.title, description=shelf.about
            )
            for shelf in library.SHELVES
            if shelf.names()
        ]
    )


async def read_resource(_: Context, asked: types.ReadResourceRequestParams) -> types.ReadResourceResult:
    """The text of a resource."""
    try:
        text = library.text_at(asked.uri)
    except TitanError as error:
        raise MCPError(types.INVALID_PARAMS, str(output.faults_of(error)[0])) from None
    kind = "application/json" if text[:1] == "{" else "text/plain"
    return types.ReadResourceResult(contents=[types.TextResourceContents(uri=asked.uri, mime_type=kind, text=text)])


async def complete(_: Context, asked: types.CompleteRequestParams) -> types.CompleteResult:
    """The names of resources that begin as typed."""
    uri = asked.ref.uri if isinstance(asked.ref, types.ResourceTemplateReference) else ""
    found = library.completions(uri, asked.argument.value)
    more = len(found) > MOST_COMPLETIONS
    return types.CompleteResult(
        completion=types.Completion(values=found[:MOST_COMPLETIONS], total=len(found), has_more=more)
    )


PROMPT = types.Prompt(
    name="settle_a_dispute",
    title="Settle a dispute",
    description="Leads from what was said at the table to a ruling",
    arguments=[types.PromptArgument(name="what_was_said", description="In any words", required=True)],
)


async def list_prompts(_: Context, __: types.PaginatedRequestParams | None) -> types.ListPromptsResult:
    """The one prompt."""
    return types.ListPromptsResult(prompts=[PROMPT])


async def get_prompt(_: Context, asked: types.GetPromptRequestParams) -> types.GetPromptResult:
    """The prompt with what was said."""
    if asked.name != PROMPT.name:
        raise MCPError(types.INVALID_PARAMS, f"there is no prompt {asked.name[:60]}")
    text = library.settle_a_dispute((asked.arguments or {}).get("what_was_said", ""))
    message = types.PromptMessage(role="user", content=types.TextContent(text=text))
    return types.GetPromptResult(description=PROMPT.description, messages=[message])


# --- the server ------------------------------------------------------------------------------------------------------


def server() -> Server[Any]:
    """The server; it keeps nothing between two questions, and logs nothing."""
    logging.getLogger("mcp").setLevel(logging.CRITICAL)
    return Server(
        "titan-rules",
        title="TITAN referee",
        version=__version__,
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_list_resource_templates=list_templates,
        on_read_resource=read_resource,
        on_list_prompts=list_prompts,
        on_get_prompt=get_prompt,
        on_completion=complete,
    )


async def serve_stdio() -> None:
    """Answer on standard input and output until it is closed."""
    referee = server()
    async with stdio_server() as (incoming, outgoing):
        await referee.run(incoming, outgoing, referee.create_initialization_options())
