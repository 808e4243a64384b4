"""The pieces. None is there to be quicker (decision 60): without any one of them something is lost or open."""

from admin_app.patches.piece import Piece

PIECES = (
    Piece(
        "same_origin",
        "The built pages open their socket where they came from; a build of Reflex holds one port (Reflex F24).",
        "one build for every address; tests/patches/test_state_js.py",
        module="state_js:check_same_origin",
    ),
    Piece(
        "tab_proof",
        "A socket tells the proof of its tab, without which nobody comes near what is kept of the tab (decision 24).",
        "SESSION-32; tests/kit/session/test_connections.py",
        module="state_js:check_tab_proof",
        script=("tab_proof.js",),
    ),
    Piece(
        "no_eval",
        "Nothing that comes over the socket is evaluated: pages call commands of the script, and only those.",
        "BROWSER-1; tests/patches/test_state_js.py",
        module="state_js:check_no_eval",
        script=("no_eval.js",),
    ),
    Piece(
        "connections",
        "The states of a tab are kept under a key of ours, and looked at before they are handed out (Reflex F32, F33).",
        "SESSION-30, SESSION-32; tests/kit/session/test_connections.py",
    ),
    Piece(
        "events",
        "What sockets send is bounded before Reflex sees it, and the tab of a stranger is forgotten (Reflex F34).",
        "GUARD-1 to GUARD-6; tests/kit/test_sockets.py",
    ),
    Piece(
        "states",
        "A tab's states are made as new when its person leaves; a list is read for no tab (SESSION-30, LIST-35).",
        "tests/patches/test_states.py, tests/kit/lists",
    ),
    Piece(
        "vars",
        "Texts in two languages, stylesheets and the like are expressions that the browser works out.",
        "every page; tests/kit/words",
    ),
    Piece(
        "language",
        "The page is in the language it was left in before the server has answered.",
        "WORDS-2; tests/browser/test_language.py",
        script=("language.jsx",),
    ),
    Piece(
        "backend",
        "Files are sent to the server where it stands: with `make dev` that is not where the pages come from.",
        "tests/browser/test_files.py",
        module="state_js:check_backend",
        script=("backend.js",),
    ),
    Piece(
        "names",
        "Form data, error boundary, plain links, a lost connection, Redis: names that nothing public stands for.",
        "every page",
    ),
    Piece(
        "server",
        "What is built is served without building it again (Reflex F26).",
        "tests/tools/test_serve.py",
    ),
)
