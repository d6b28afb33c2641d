"""A real browser for tests: headless Chromium, driven through chromedriver by the WebDriver protocol (W3C), with nothing but
Python's standard library.

    with Browser() as browser:
        browser.open(path)                    # a file
        browser.run("return document.title")  # a script in the page
        browser.find("#query").type("42")
        browser.wait_for("return document.querySelectorAll('tr').length === 3")
        browser.assert_untroubled(self)       # no script failed and nothing was asked of the network

Pages are opened as files. Whatever a page asks of the network is recorded, and cannot be had: names lead nowhere.
"""
import base64
import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

PATIENCE = 120  # seconds; a page that takes longer hangs

FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--hide-scrollbars", "--mute-audio",
         "--host-resolver-rules=MAP * ~NOTFOUND"]
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # the name that the protocol gives to references to elements


class Trouble(Exception):
    """What the browser or its driver refuses."""


class Element:
    def __init__(self, browser, reference):
        self.browser, self.reference = browser, reference

    def _ask(self, method, what, body=None):
        return self.browser.ask(method, f"/element/{self.reference}/{what}", body)

    def click(self):
        self._ask("POST", "click", {})

    def type(self, text):
        self._ask("POST", "value", {"text": text})

    def clear(self):
        self._ask("POST", "clear", {})

    @property
    def text(self):
        return self._ask("GET", "text")

    @property
    def rectangle(self):
        """Where it is in the page: x, y, width and height."""
        return self._ask("GET", "rect")

    def attribute(self, name):
        return self._ask("GET", f"attribute/{name}")


class Browser:
    """One browser with a profile of its own, which is gone afterwards. Size in pixels; dark as a reader may prefer it."""

    def __init__(self, width=1280, height=900, dark=False, scripts=True):
        self.folder = tempfile.mkdtemp(prefix="peel-browser-")
        self.driver = None
        try:
            self._start(width, height, dark, scripts)
        except BaseException:
            self.close()
            raise

    def _start(self, width, height, dark, scripts):
        log = open(os.path.join(self.folder, "driver.log"), "wb")
        environment = os.environ | {"HOME": self.folder, "XDG_CONFIG_HOME": self.folder, "XDG_CACHE_HOME": self.folder}
        self.driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=log, env=environment,
                                       start_new_session=True)
        log.close()
        port = None
        for line in self.driver.stdout:  # it says which port it took
            if found := re.search(rb"on port ([1-9]\d*)", line):
                port = int(found[1])
                break
        if port is None:
            raise Trouble("chromedriver did not start")
        self.address = f"http://127.0.0.1:{port}"
        flags = FLAGS + [f"--window-size={width},{height}", f"--user-data-dir={self.folder}/profile"]
        if dark:
            flags.append("--blink-settings=preferredColorScheme=0")
        options = {"args": flags}
        if not scripts:
            options["prefs"] = {"profile.managed_default_content_settings.javascript": 2}
        session = self._request("POST", "/session", {"capabilities": {"alwaysMatch": {
            "browserName": "chrome", "goog:chromeOptions": options,
            "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"}}}})
        self.session = f"/session/{session['sessionId']}"
        self.ask("POST", "/timeouts", {"script": PATIENCE * 1000, "pageLoad": PATIENCE * 1000})
        self.ask("POST", "/url", {"url": "about:blank"})
        self.requests()  # those of the page that the browser itself began with

    def _request(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, {"Content-Type": "application/json"}, method=method)
        direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with direct.open(request, timeout=2 * PATIENCE) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as refusal:
            value = json.load(refusal)["value"]
            raise Trouble(f"{value['error']}: {value['message'].splitlines()[0]}") from None

    def ask(self, method, path, body=None):
        return self._request(method, self.session + path, body)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        if self.driver:
            try:
                self._request("DELETE", self.session)
            except Exception:
                pass  # what is left is ended below
            try:
                os.killpg(self.driver.pid, signal.SIGKILL)  # its own session: the driver and its browser
            except ProcessLookupError:
                pass
            self.driver.wait()
            self.driver.stdout.close()
            self.driver = None
        shutil.rmtree(self.folder, ignore_errors=True)

    def open(self, path):
        self.ask("POST", "/url", {"url": Path(path).resolve().as_uri()})

    def run(self, script, *arguments):
        return self.ask("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def find(self, selector):
        """The first element that a CSS selector finds."""
        return Element(self, self.ask("POST", "/element", {"using": "css selector", "value": selector})[ELEMENT])

    def press(self, *keys):
        """Keys to whatever has the focus; names such as "\\ue007" (Enter) are those of the protocol."""
        actions = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self.ask("POST", "/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": actions}]})

    def wait_for(self, script, *arguments):
        """Until the script returns something true; what it was is the result."""
        deadline = time.monotonic() + PATIENCE
        while not (value := self.run(script, *arguments)):
            if time.monotonic() > deadline:
                raise Trouble(f"still not so after {PATIENCE} seconds: {script}")
            time.sleep(0.02)
        return value

    def resize(self, width, height):
        """The inner size of the page, as a telephone has it; smaller than a window may be."""
        self.ask("POST", "/goog/cdp/execute", {"cmd": "Emulation.setDeviceMetricsOverride", "params": {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}})

    def screenshot(self, path):
        Path(path).write_bytes(base64.b64decode(self.ask("GET", "/screenshot")))

    def print(self):
        """The page as it is printed, a PDF."""
        return base64.b64decode(self.ask("POST", "/print", {"background": True}))

    def _log(self, kind):
        return self.ask("POST", "/se/log", {"type": kind})

    def troubles(self):
        """What scripts, the content security policy and the parser complained of since the last call."""
        return [entry["message"] for entry in self._log("browser")]

    def requests(self):
        """The addresses that pages asked for since the last call."""
        events = [json.loads(entry["message"])["message"] for entry in self._log("performance")]
        return [event["params"]["request"]["url"] for event in events if event["method"] == "Network.requestWillBeSent"]

    def assert_untroubled(self, test):
        test.assertEqual(self.troubles(), [])
        test.assertEqual([url for url in self.requests() if not url.startswith(("file:", "data:"))], [])
