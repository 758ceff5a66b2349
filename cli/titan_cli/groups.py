"""Groups of commands that know what was nearly typed."""

import click

from titan_rules.kernel.names import nearest


class NearestGroup(click.Group):
    """A group that names the nearest of its commands where there is none of that name."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does, else with a hint."""
        found = None if args[0].startswith("-") else self.get_command(ctx, args[0])
        if found is None and not args[0].startswith("-"):
            hint = nearest(args[0], self.list_commands(ctx)) or f"{ctx.command_path} --help lists the commands"
            raise click.UsageError(f"no such command: {args[0][:60]} ({hint})")
        return (found.name, found, args[1:]) if found is not None else super().resolve_command(ctx, args)
