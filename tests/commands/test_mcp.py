"""``titan mcp``, asked by the official client: within the process, over standard input and output, and over HTTP."""

import builtins
import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import anyio
import pytest
from anyio.from_thread import start_blocking_portal
from jsonschema_rs import meta
from mcp import Client, MCPError, StdioServerParameters, types
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client

import titan_cli.mcp
from checkout import EXAMPLES, ROOT
from looping import some
from running import COMMAND, titan
from titan_cli.mcp import library
from titan_cli.mcp.server import server, tool_list
from titan_cli.mcp.tools import MOST_TRIALS, TOOLS
from titan_rules.digest.rows import digest
from titan_rules.schemas import schema_of

T = TypeVar("T")
Call: TypeAlias = Callable[..., types.CallToolResult]

BATTLE = "Plains: Ogre D3 / Lion D4"
EXAMPLES_OF_TOOLS = [
    (name, json.loads(line[2:]))
    for name, tool in TOOLS.items()
    for line in tool.about.splitlines()
    if line.startswith("> ")
]


def asked(question: Callable[[Client], Awaitable[T]]) -> T:
    """What a client finds out in a session of its own."""

    async def session() -> T:
        async with Client(server()) as client:
            return await question(client)

    return anyio.run(session)


@pytest.fixture(scope="module")
def call() -> Iterator[Call]:
    """Calls a tool, in one session: a client reads the schema of a tool's answers only once."""
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(Client(server())) as client:
        yield lambda name, **arguments: portal.call(client.call_tool, name, arguments)


def text_of(result: types.CallToolResult) -> str:
    (first, *_) = result.content
    assert isinstance(first, types.TextContent)
    return first.text


# --- tools -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "arguments"), EXAMPLES_OF_TOOLS)
def test_every_example_of_a_description_is_answered(name: str, arguments: dict[str, Any], call: Call) -> None:
    """The client checks what is answered against the output schema of the tool."""
    result = call(name, **arguments)
    assert not result.is_error, text_of(result)
    assert result.structured_content
    assert text_of(result)


@pytest.mark.parametrize("tool", tool_list(), ids=lambda tool: tool.name)
def test_tools_are_typed_and_only_read(tool: types.Tool) -> None:
    assert tool.output_schema is not None
    for schema in (tool.input_schema, tool.output_schema):
        meta.validate(schema)
        assert schema["type"] == "object"
    assert tool.annotations is not None
    assert (tool.annotations.read_only_hint, tool.annotations.idempotent_hint) == (True, True)
    for properties in some(tool.input_schema["properties"].values()):
        assert properties["description"]


def test_an_answer_is_that_of_the_command(call: Call) -> None:
    result = call("check", position=BATTLE, action="D3 strikes D4")
    assert result.structured_content == titan("check", BATTLE, "D3 strikes D4").json
    assert text_of(result) == titan("check", BATTLE, "D3 strikes D4", "--format", "table").out.rstrip("\n")


def test_what_is_illegal_is_an_answer(call: Call) -> None:
    result = call("check", position=BATTLE, action="end-strikes")
    assert not result.is_error
    assert result.structured_content["verdict"] == "illegal"


def test_schemas_are_those_of_titan_schema() -> None:
    schemas = {tool.name: tool.output_schema for tool in tool_list()}
    assert schemas["check"] == {"type": "object", **schema_of("check")}
    assert len(schemas["show"]["anyOf"]) == 3


def test_readings_options_and_box_apply(call: Call) -> None:
    slain = call("strike_odds", strikers=["Balrog"], target="Ogre", box="abyssal-6")
    assert not slain.is_error
    assert call("strike_odds", strikers=["Balrog"], target="Ogre").is_error
    seven = call("check", position=BATTLE, action="D3 strikes D4", ruleset="law", options={"cliffs": "up_only"})
    assert not seven.is_error
    wrong = call("check", position=BATTLE, action="D3 strikes D4", ruleset="lwa")
    assert wrong.is_error
    assert "law" in text_of(wrong)


def test_recorded_games_and_documents_are_given_as_texts(call: Call) -> None:
    record = (EXAMPLES / "who-left.replay.jsonl").read_text(encoding="utf-8")
    assert call("replay", record=record).structured_content["verdict"] == "legal"
    deduced = call("deduce", record=record, viewer="Red", legion="Bk02", step=43)
    assert deduced.structured_content["kind"] == "deduction"
    game = (EXAMPLES / "game.json").read_text(encoding="utf-8")
    shown = call("show", position=game)
    assert shown.structured_content == json.loads(titan("show", str(EXAMPLES / "game.json"), "--format", "json").out)
    assert shown.content[1].type in ("image", "resource")
    assert call("validate", text=game).structured_content["valid"] is True
    assert call("legal_moves", position=record, viewer="Red", step=43).structured_content["kind"] == "legal-moves"


DISPUTE = re.compile(r"^\$ (titan check \"(?:.*\\\n)*.*)$", re.MULTILINE)


def test_the_disputes_of_the_readme_are_settled_alike(call: Call) -> None:
    lines = DISPUTE.findall((ROOT / "README.md").read_text(encoding="utf-8"))
    disputes = [shlex.split(line.replace("\\\n", ""))[2:] for line in lines]
    assert len(disputes) >= 5
    for position, *actions in disputes:
        arguments = {"position": position} | ({"action": "; ".join(actions)} if actions else {})
        result, done = call("check", **arguments), titan("check", position, *actions, "--format", "json")
        assert result.is_error == (done.code == 2)
        assert result.structured_content == json.loads(done.err or done.out)


# --- what cannot be answered -----------------------------------------------------------------------------------------

HOSTILE: list[tuple[str, dict[str, Any]]] = [
    ("check", {}),
    ("check", {"position": BATTLE}),
    ("check", {"position": (EXAMPLES / "battle.json").read_text(encoding="utf-8")}),
    ("check", {"position": BATTLE, "action": "flurbs"}),
    ("check", {"position": 3, "action": "x"}),
    ("check", {"position": "", "action": ""}),
    ("check", {"position": "\x00\ud800"[:1], "action": "\x1b[31m"}),
    ("check", {"position": BATTLE, "action": "D3 strikes D4", "colour": "Red"}),
    ("check", {"position": BATTLE, "action": "D3 strikes D4", "step": 3}),
    ("check", {"position": "[" * 5000, "action": "x"}),
    ("check", {"position": "Plains: " + ", ".join(["Ogre D3"] * 10_000), "action": "D3 strikes D4"}),
    ("legal_moves", {"position": BATTLE, "roll": 7}),
    ("legal_moves", {"position": "{}"}),
    ("strike_odds", {"strikers": [], "target": "Ogre"}),
    ("strike_odds", {"strikers": ["Nobody"], "target": "Ogre"}),
    ("muster_options", {"position": BATTLE}),
    ("simulate", {"position": BATTLE, "trials": MOST_TRIALS + 1}),
    ("replay", {"record": "no record"}),
    ("deduce", {"record": "{}"}),
    ("find_rules", {"words": "MOVE-99"}),
    ("show", {"position": "nonsense of a kind"}),
    ("show", {"position": BATTLE, "box": "nosuch"}),
]


@pytest.mark.parametrize(("name", "arguments"), HOSTILE)
def test_a_fault_is_an_error_of_the_tool(name: str, arguments: dict[str, Any], call: Call) -> None:
    result = call(name, **arguments)
    assert result.is_error
    assert result.structured_content["error"]["code"] not in ("internal", "")
    assert "Traceback" not in text_of(result)


def test_no_file_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    async def question(client: Client) -> list[types.CallToolResult]:
        await client.call_tool("check", {"position": BATTLE, "action": "D3 strikes D4"})  # what ships is loaded
        await client.call_tool("find_rules", {"words": "flee"})
        monkeypatch.setattr(builtins, "open", refused)
        path = str(EXAMPLES / "battle.json")
        boxed = json.dumps({"format": "titan-rules/1", "kind": "muster", "terrain": "Plains", "box": path})
        return [
            await client.call_tool("check", {"position": path, "action": "D3 strikes D4"}),
            await client.call_tool("show", {"position": path}),
            await client.call_tool("validate", {"text": path}),
            await client.call_tool("show", {"position": boxed}),
            await client.call_tool("show", {"position": BATTLE, "box": path}),
        ]

    def refused(*_: object, **__: object) -> Any:
        raise AssertionError("a file is opened")

    check, show, validated, boxed, box = asked(question)
    assert all(result.is_error for result in (check, show, boxed, box))
    assert validated.structured_content["valid"] is False
    assert "AssertionError" not in "".join(map(text_of, (check, show, validated, boxed, box)))


def test_an_unknown_tool_or_resource_is_refused() -> None:
    async def question(client: Client) -> None:
        with pytest.raises(MCPError, match="there is no tool nosuch"):
            await client.call_tool("nosuch", {})
        for uri in ("titan://rules/../../etc/passwd", "titan://rules/MOVE-99", "titan://rules", "file:///etc/passwd"):
            with pytest.raises(MCPError):
                await client.read_resource(uri)
        with pytest.raises(MCPError, match="there is no prompt"):
            await client.get_prompt("nosuch")

    asked(question)


# --- progress --------------------------------------------------------------------------------------------------------


def test_a_simulation_reports_its_progress() -> None:
    seen: list[tuple[float, float | None]] = []

    async def report(done: float, most: float | None, _: str | None) -> None:
        seen.append((done, most))

    async def question(client: Client) -> types.CallToolResult:
        return await client.call_tool("simulate", {"position": BATTLE, "trials": 60}, progress_callback=report)

    assert asked(question).structured_content["trials"] == 60
    assert seen[-1] == (60, 60)
    assert seen == sorted(seen)


def test_a_cancelled_question_does_not_hold_up_the_next() -> None:
    async def question(client: Client) -> types.CallToolResult:
        for _ in range(8):  # more than are worked on at once
            with anyio.move_on_after(0.1):
                await client.call_tool("simulate", {"position": BATTLE, "trials": MOST_TRIALS})
        with anyio.fail_after(60):
            return await client.call_tool("check", {"position": BATTLE, "action": "D3 strikes D4"})

    assert asked(question).structured_content["verdict"] == "legal"


# --- resources, completions, the prompt ------------------------------------------------------------------------------


def test_resources_are_rules_rulesets_forms_disputes_and_boxes() -> None:
    async def read(client: Client, uri: str) -> str:
        (content,) = (await client.read_resource(uri)).contents
        assert isinstance(content, types.TextResourceContents)
        return content.text

    async def question(client: Client) -> list[str]:
        listed = {resource.uri for resource in (await client.list_resources()).resources}
        templates = {row.uri_template for row in (await client.list_resource_templates()).resource_templates}
        assert {"titan://forms", "titan://rulesets/law", "titan://boxes/standard"} <= listed
        assert templates == {f"titan://{name}/{{name}}" for name in ("rules", "rulesets", "scenarios", "boxes")}
        for uri in sorted(listed):
            assert await read(client, uri)
        return [await read(client, uri) for uri in ("titan://rules/CARRY-1", "titan://scenarios/CARRY-1.a")]

    rule, dispute = asked(question)
    assert digest().rules["CARRY-1"].sources in rule
    assert json.loads(dispute)["id"] == "CARRY-1.a"


def test_names_are_completed() -> None:
    async def question(client: Client) -> types.CompleteResult:
        ref = types.ResourceTemplateReference(uri="titan://rules/{name}")
        return await client.complete(ref, {"name": "name", "value": "carry"})

    assert asked(question).completion.values == ["CARRY-1", "CARRY-2", "CARRY-3"]
    assert library.completions("titan://rulesets/{name}", "s")[0] == "standard"


def test_the_prompt_leads_to_a_ruling() -> None:
    async def question(client: Client) -> str:
        assert [prompt.name for prompt in (await client.list_prompts()).prompts] == ["settle_a_dispute"]
        got = await client.get_prompt("settle_a_dispute", {"what_was_said": "my Ogre hits his Lion"})
        content = got.messages[0].content
        assert isinstance(content, types.TextContent)
        return content.text

    assert asked(question).endswith("my Ogre hits his Lion")


# --- transports ------------------------------------------------------------------------------------------------------


def test_over_standard_input_and_output() -> None:
    async def session() -> types.CallToolResult:
        command, *words = COMMAND
        # The environment whole: by itself the client passes on little, and what the tests run would not be measured.
        started = StdioServerParameters(command=command, args=[*words, "mcp"], env=dict(os.environ))
        async with Client(started) as client:
            assert len((await client.list_tools()).tools) == len(TOOLS)
            return await client.call_tool("check", {"position": BATTLE, "action": "D3 strikes D4"})

    assert anyio.run(session).structured_content["verdict"] == "legal"


@contextmanager
def served() -> Iterator[tuple[str, str]]:
    """A server of its own: its address, and the header with its token."""
    with subprocess.Popen([*COMMAND, "mcp", "--http"], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address, token = (process.stdout.readline().strip() for _ in range(2))
        try:
            yield address, token.partition(": ")[2]
        finally:
            process.terminate()


@asynccontextmanager
async def client_of(address: str, token: str) -> AsyncIterator[Client]:
    """A client that shows the token."""
    async with (
        create_mcp_http_client(headers={"Authorization": token}) as http,
        Client(streamable_http_client(address, http_client=http)) as client,
    ):
        yield client


def test_over_http_two_clients_at_once_and_nobody_else() -> None:
    async def session(address: str, token: str) -> list[Any]:
        found: list[Any] = []

        async def ask(action: str) -> None:
            async with client_of(address, token) as client:
                result = await client.call_tool("check", {"position": BATTLE, "action": action})
                found.append(result.structured_content["verdict"])

        async with anyio.create_task_group() as group:
            group.start_soon(ask, "D3 strikes D4")
            group.start_soon(ask, "end-strikes")
        return sorted(found)

    with served() as (address, token):
        assert anyio.run(session, address, token) == ["illegal", "legal"]
        host = address.split("/")[2]
        good = {"Authorization": token, "Host": host, "Content-Type": "application/json"}
        for changed in (
            {"Authorization": ""},
            {"Authorization": "Bearer nonsense"},
            {"Host": "evil.example"},
            {"Origin": "http://evil.example"},
            {"Sec-Fetch-Site": "cross-site"},
        ):
            connection = HTTPConnection(host, timeout=20)
            connection.request("POST", "/mcp", b"{}", {**good, **changed})
            assert connection.getresponse().status == 403
            connection.close()


def test_without_the_extra_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("server", "http"):  # as if neither had been imported by another test
        monkeypatch.delitem(sys.modules, f"titan_cli.mcp.{name}", raising=False)
        monkeypatch.delattr(titan_cli.mcp, name, raising=False)
    monkeypatch.setitem(sys.modules, "mcp", None)
    done = titan("mcp")
    assert done.code == 2
    assert "pip install 'titan-rules[mcp]'" in done.err


def test_an_address_is_a_host_and_a_port() -> None:
    for address in ("here", "127.0.0.1:99999", "127.0.0.1:x"):
        assert titan("mcp", "--http", address).code == 2


def test_other_commands_load_nothing_of_it(tmp_path: Path) -> None:
    code = "import sys; from titan_cli.app import run; run(['check', 'Plains: Ogre D3 / Lion D4', 'D3 strikes D4']);"
    code += " print([name for name in sys.modules if name.split('.')[0] == 'mcp'], file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path, check=True)
    assert done.stderr.strip() == "[]"
