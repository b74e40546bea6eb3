"""Chrome's trace viewer in a browser without a window: it imports traces as chrome://tracing does.

Debian's chromium has no chrome://tracing; its code is in Go's sources, whose `go tool trace` shows
traces with it.
"""
import glob
import http.server
import pathlib
import sys
import threading

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "web"))

# pylint: disable=wrong-import-position
from browser import Browser
from selenium.webdriver.support.ui import WebDriverWait

VIEWER = "/usr/share/go-*/src/cmd/trace/static"
PARTS = {"/webcomponents.min.js": "text/javascript", "/trace_viewer_full.html": "text/html"}
PAGE = b"""<!doctype html><script src="/webcomponents.min.js"></script>
<link rel="import" href="/trace_viewer_full.html">"""

# What of a trace is compared: the viewer's own model of it.
IMPORT = """
const done = arguments[0];
fetch('/trace').then(answer => answer.text()).then(text => {
  const model = new tr.Model();
  const options = new tr.importer.ImportOptions();
  options.shiftWorldToZero = false;
  new tr.importer.Import(model, options).importTraces([text]);
  const read = {warnings: model.importWarnings.map(each => each.message), slices: {}, phases: {},
                ways: {}, unfinished: 0, flows: 0, flying: 0, deliveries: 0};
  const count = (of, name) => { of[name] = (of[name] || 0) + 1; };
  const node = slice => Number(slice.parentContainer.name.replace('node ', ''));
  for (const thread of model.getAllThreads()) {
    for (const slice of thread.sliceGroup.slices) {
      count(read.slices, slice.category);
      read.unfinished += slice.didNotFinish ? 1 : 0;
      if (slice.category === 'sent') {
        let outer = slice;
        while (outer.parentSlice && outer.category !== 'phase') outer = outer.parentSlice;
        count(read.phases, outer.category !== 'phase' ? '' : outer.title);
      }
    }
  }
  for (const flow of model.flowEvents) {
    const from = flow.startSlice, to = flow.endSlice;
    if (from && to && from.title === to.title && from.end === to.start && from.args.to === node(to)
        && to.args.from === node(from)) {
      read.flows += 1;
      count(read.ways, [node(from), node(to), from.args.port, Math.round(to.end)].join(' '));
    }
  }
  for (const counter of model.getAllProcesses().flatMap(each => Object.values(each.counters))) {
    const samples = counter.series[0].samples.map(each => each.value);
    if (counter.name === 'packets in flight') read.flying = samples.reduce((a, b) => a + b, 0);
    else read.deliveries = samples.length ? samples[samples.length - 1] : 0;
  }
  done(read);
}).catch(wrong => done({error: String(wrong) + wrong.stack}));
"""


class TraceViewer:
    def __init__(self):
        found = glob.glob(VIEWER)
        if not found:
            raise FileNotFoundError(f"{VIEWER} (Debian: golang-1.19-src)")
        self.folder = pathlib.Path(found[0])
        self.trace = None
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), self.handler())
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.browser = Browser().driver
        self.browser.set_script_timeout(120)
        self.browser.get(f"http://127.0.0.1:{self.server.server_port}/")
        loaded = "return typeof tr !== 'undefined' && !!tr.Model && !!(tr.importer || {}).Import"
        WebDriverWait(self.browser, 60).until(lambda browser: browser.execute_script(loaded))

    def handler(self):
        viewer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                if self.path == "/trace":
                    self.answer(viewer.trace.read_bytes(), "application/json")
                elif self.path in PARTS:
                    content = (viewer.folder / self.path[1:]).read_bytes()
                    self.answer(content, PARTS[self.path])
                elif self.path == "/":
                    self.answer(PAGE, "text/html")
                else:
                    self.send_error(404)

            def answer(self, content, kind):
                self.send_response(200)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, *_):
                pass

        return Handler

    def read(self, trace):
        self.trace = trace
        read = self.browser.execute_async_script(IMPORT)
        if "error" in read:
            raise AssertionError(read["error"])
        return read

    def close(self):
        self.browser.quit()
        self.server.shutdown()
