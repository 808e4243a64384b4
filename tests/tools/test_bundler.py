"""The plugins of the bundler: first values come with the code that reads them, what no page reaches is left out."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest
import reflex_base
from reflex_base.compiler.templates import context_template

from tools.bundle import PLUGINS
from tools.frontend import environment

TEMPLATE = Path(reflex_base.__file__).parent / ".templates" / "web"
ROOT = "reflex___state____state"
INNER = f"{ROOT}.reflex___state____on_load_internal_state"
LIST = f"{ROOT}.users____list"
FORM = f"{ROOT}.users____form"
FIRST = {ROOT: {"is_hydrated": False}, INNER: {}, LIST: {"rows": [], "page": 1}, FORM: {"name": ""}}


@pytest.fixture
def web(tmp_path: Path) -> Path:
    """A folder as Reflex's, with what the plugins read of it."""
    for plugin in PLUGINS:
        shutil.copy(plugin, tmp_path)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "utils").mkdir()
    context = context_template(
        is_dev_mode=False, default_color_mode="light", initial_state=FIRST, state_name=ROOT, client_storage={}
    )
    (tmp_path / "utils" / "context.jsx").write_text(context)
    shutil.copy(TEMPLATE / "utils" / "context-registry.js", tmp_path / "utils")
    return tmp_path


def node(web: Path, script: str) -> str:
    """Run a module beside the plugins, and return what it prints."""
    (web / "test.js").write_text(script)
    command = ("node", "--no-warnings", "test.js")
    done = subprocess.run(command, cwd=web, env=environment(), text=True, capture_output=True, check=False)
    assert not done.stderr, done.stderr
    return done.stdout


BEGIN = """
import { readFileSync } from "node:fs";
import { firstValues } from "./first_values.js";
const plugin = firstValues();
plugin.buildStart();
const context = `${import.meta.dirname}/utils/context.jsx`;
const transformed = (text) => plugin.transform(text, context).code;
const source = readFileSync(context, "utf8");
"""


def test_every_page_has_the_values_that_no_page_reads(web: Path) -> None:
    code = node(web, BEGIN + "console.log(transformed(source));")
    (line,) = [line for line in code.splitlines() if line.startswith("export const initialState = ")]
    assert json.loads(line.removeprefix("export const initialState = always(").removesuffix(")")) == {
        ROOT: {"is_hydrated": False},
        INNER: {},
    }


def test_code_brings_the_values_of_the_states_it_reads(web: Path) -> None:
    read = f'const a = useStateContext("{ROOT}")\\nconst b = useStateContext("{LIST}")'
    script = f"""
    console.log(plugin.transform('{read}', "/page.jsx").code);
    console.log(plugin.load(plugin.resolveId("virtual:first-values/{LIST}")).code);
    """
    code = node(web, BEGIN + script)
    assert code.count("import ") == 2
    assert f'import "virtual:first-values/{LIST}";' in code
    assert f'learn("{LIST}", {{"rows":[],"page":1}});' in code


def test_code_that_reads_nothing_is_left_as_it_is(web: Path) -> None:
    assert node(web, BEGIN + 'console.log(plugin.transform("const a = 1", "/page.jsx"));') == "null\n"


def test_what_is_told_of_a_state_is_kept_until_its_page_comes(web: Path) -> None:
    """The server tells of a state before the code of its page is there: nothing of either is lost."""
    script = f"""
    const registry = plugin.transform("", `${{import.meta.dirname}}/utils/context-registry.js`).code;
    const {{ always, learn, learning }} = await import(`data:text/javascript,${{encodeURIComponent(registry)}}`);
    const store = transformed(source).match(/function createStateStore[^]*?\\n}}\\n/)[0];
    const applyDelta = (state, delta) => ({{ ...state, ...delta }});
    const create = new Function("applyDelta", "learning", `${{store}} return createStateStore`)(applyDelta, learning);
    const initial = always({{ "{ROOT}": {{ is_hydrated: false }} }});
    const before = {{ ...initial }};
    learn("{FORM}", {{ name: "" }});
    const {{ dispatchers, getSnapshot, subscribe }} = create(initial);
    let told = 0;
    subscribe("{LIST}", () => told++);
    dispatchers["{LIST}"]({{ page: 2 }});
    learn("{LIST}", {{ rows: [], page: 1 }});
    dispatchers["{LIST}"]({{ rows: [7] }});
    dispatchers["{FORM}"]({{ name: "Ann" }});
    console.log(JSON.stringify([before, getSnapshot("{LIST}"), getSnapshot("{FORM}"), told]));
    """
    before, listed, form, told = json.loads(node(web, BEGIN + script))
    assert list(before) == [ROOT]
    assert listed == {"rows": [7], "page": 2}
    assert form == {"name": "Ann"}
    assert told == 3


def test_another_reflex_is_refused(web: Path) -> None:
    script = """
    const other = source.replace("const dispatchers", "const others");
    try { transformed(other); } catch (error) { console.log(error.message); }
    """
    assert "differs from what tools/bundler/first_values.js knows" in node(web, BEGIN + script)


PACKAGES = {
    "engine.io-client/build/esm/transports/index.js": "6.6.8",
    "universal-cookie/esm/index.mjs": "8.1.2",
    "mergician/dist/mergician.esm.js": "2.0.2",
    "react-router/dist/production/lib/router/instrumentation.js": "8.4.0",
    "react-router/dist/production/lib/dom/ssr/fog-of-war.js": "8.4.0",
    "react-router/dist/production/lib/dom/ssr/single-fetch.js": "8.4.0",
}


@pytest.fixture
def packages(web: Path) -> Path:
    """The same with the packages of which files are left out, as far as the plugin reads them."""
    (web / "utils" / "helpers").mkdir()
    shutil.copy(TEMPLATE / "utils" / "helpers" / "upload.js", web / "utils" / "helpers")
    for path, version in PACKAGES.items():
        file = web / "node_modules" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("function used() {}\nexport { used, used as other };")
        package = web / "node_modules" / path.split("/")[0] / "package.json"
        package.write_text(json.dumps({"version": version}))
    return web


LEAVE = 'import { leftOut } from "./left_out.js";\nconst plugin = leftOut();\nplugin.buildStart();\n'


def test_what_is_left_out_says_so_when_it_is_called(packages: Path) -> None:
    path = f"{packages}/node_modules/react-router/dist/production/lib/dom/ssr/fog-of-war.js"
    code = node(packages, f'{LEAVE}console.log(plugin.load("{path}"));')
    (packages / "fog.js").write_text(code)
    script = """
    import { isFogOfWarEnabled, other, used } from "./fog.js";
    console.log(isFogOfWarEnabled());
    for (const each of [used, other]) try { each(); } catch (error) { console.log(error.message); }
    """
    assert node(packages, script).splitlines() == [
        "false",
        "tools/bundler/left_out.js leaves used out",
        "tools/bundler/left_out.js leaves other out",
    ]


def test_pages_that_are_written_ahead_have_all_of_it(packages: Path) -> None:
    path = f"{packages}/node_modules/react-router/dist/production/lib/dom/ssr/single-fetch.js"
    assert node(packages, f'{LEAVE}console.log(plugin.load("{path}", {{ ssr: true }}));') == "null\n"


def test_another_version_of_a_package_is_refused(packages: Path) -> None:
    (packages / "node_modules" / "react-router" / "package.json").write_text('{"version": "8.5.0"}')
    script = LEAVE.replace("plugin.buildStart();", "try { plugin.buildStart(); } catch (e) { console.log(e.message); }")
    assert "knows react-router 8.4.0, not 8.5.0" in node(packages, script)


def test_a_file_that_nobody_reads_any_more_is_noticed(packages: Path) -> None:
    script = f"""{LEAVE}
    try {{ plugin.generateBundle({{ dir: "build/client" }}); }} catch (error) {{ console.log(error.message); }}
    """
    assert "nobody reads" in node(packages, script)
