"""The graph in a browser and for programs: `kg serve`."""

from __future__ import annotations

from typing import Annotated

import typer

from kg.cli.options import GraphFolder, folder_of, store_of
from kg.cli.sparql import Timeout
from kg.cli.terminal import tell
from kg.core.errors import UsageError


def add_to(app: typer.Typer) -> None:
    app.command()(serve)


def serve(
    graph: GraphFolder = None,
    bind: Annotated[str, typer.Option("--bind", metavar="ADDRESS", help="The address to listen at.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65_535, help="The port; 0 is any that is free.")] = 8000,
    public: Annotated[
        bool, typer.Option("--public", help="Let other machines ask; there is no authentication.")
    ] = False,
    timeout: Timeout = 30.0,
) -> None:
    """Serve pages, the map, RDF and a SPARQL service.

    Only this machine can ask, unless --bind names another address and --public allows it.
    """
    from kg.run.cache import default_folder
    from kg.serve.server import At, is_loopback
    from kg.serve.server import serve as run

    if not is_loopback(bind):
        open_to_all = f"other machines reach {bind}, and there is no authentication: whoever asks is answered"
        if not public:
            raise UsageError(f"{open_to_all}; add --public if that is meant")
        tell(f"warning: {open_to_all}")
    folder = folder_of(graph)
    run(folder, store_of(graph), default_folder(), At(bind, port, timeout), lambda url: tell(f"{folder} is at {url}"))
