//go:build browsers

package smoke

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const patience = 3 * time.Minute // for a state, on a machine under load

// driver is a browser that is spoken with as WebDriver has it; Firefox and
// WebKit differ only in how a command travels.
type driver interface {
	// call runs a command by its name in WebDriver, "Navigate" for example.
	call(command string, params map[string]any) (json.RawMessage, error)
}

// freePort is one that nobody listens at.
func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// start runs a program until the test ends.
func start(t *testing.T, name string, args ...string) {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), "LIBGL_ALWAYS_SOFTWARE=1", "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS=1", "MOZ_CRASHREPORTER_DISABLE=1")
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	require.NoError(t, cmd.Start(), "./build.sh browsers installs it")
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		if t.Failed() {
			t.Logf("%s says:\n%s", name, out.String())
		}
	})
}

// ---- Firefox speaks Marionette: lengths and JSON over a plain connection ----

type marionette struct {
	conn net.Conn
	in   *bufio.Reader
	id   int
}

func firefox(t *testing.T) driver {
	t.Helper()
	port, profile := freePort(t), t.TempDir()
	prefs := fmt.Sprintf(`user_pref("marionette.port", %d);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.startup.homepage_override.mstone", "ignore");
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("app.normandy.enabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("browser.download.folderList", 2);
user_pref("browser.download.dir", %q);
`, port, t.TempDir())
	require.NoError(t, os.WriteFile(filepath.Join(profile, "user.js"), []byte(prefs), 0o600))
	start(t, "firefox-esr", "--marionette", "--no-remote", "--profile", profile, "about:blank")
	m := &marionette{}
	require.Eventually(t, func() (ok bool) {
		var err error
		m.conn, err = net.Dial("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
		return err == nil
	}, patience, 100*time.Millisecond)
	t.Cleanup(func() { m.conn.Close() })
	m.in = bufio.NewReader(m.conn)
	_, err := m.read() // it introduces itself
	require.NoError(t, err)
	_, err = m.call("NewSession", map[string]any{})
	require.NoError(t, err)
	return m
}

func (m *marionette) read() ([]byte, error) {
	length, err := m.in.ReadString(':')
	if err != nil {
		return nil, err
	}
	n, err := strconv.Atoi(length[:len(length)-1])
	if err != nil {
		return nil, err
	}
	packet := make([]byte, n)
	_, err = io.ReadFull(m.in, packet)
	return packet, err
}

func (m *marionette) call(command string, params map[string]any) (json.RawMessage, error) {
	m.id++
	packet, err := json.Marshal([]any{0, m.id, "WebDriver:" + command, params})
	if err != nil {
		return nil, err
	}
	if _, err := fmt.Fprintf(m.conn, "%d:%s", len(packet), packet); err != nil {
		return nil, err
	}
	answer, err := m.read()
	if err != nil {
		return nil, err
	}
	var parts [4]json.RawMessage
	if err := json.Unmarshal(answer, &parts); err != nil {
		return nil, err
	}
	if string(parts[2]) != "null" {
		return nil, fmt.Errorf("%s: %s", command, parts[2])
	}
	var value struct{ Value json.RawMessage }
	if json.Unmarshal(parts[3], &value) == nil && value.Value != nil {
		return value.Value, nil
	}
	return parts[3], nil
}

// ---- WebKit speaks WebDriver over HTTP ----

type webDriver struct{ address string }

// paths of the commands that are used.
var paths = map[string][2]string{
	"Navigate": {"POST", "/url"}, "ExecuteScript": {"POST", "/execute/sync"}, "PerformActions": {"POST", "/actions"},
	"ReleaseActions": {"DELETE", "/actions"}, "TakeScreenshot": {"GET", "/screenshot"}, "SetWindowRect": {"POST", "/window/rect"},
}

func webkit(t *testing.T) driver {
	t.Helper()
	var found []string
	for _, pattern := range []string{"/usr/lib/*/webkit2gtk-4.*/MiniBrowser", "/usr/lib/*/webkitgtk-6.*/MiniBrowser", "/usr/libexec/webkit*/MiniBrowser"} {
		names, err := filepath.Glob(pattern)
		require.NoError(t, err)
		found = append(found, names...)
	}
	require.NotEmpty(t, found, "MiniBrowser is missing: ./build.sh browsers installs it")
	port := strconv.Itoa(freePort(t))
	start(t, "WebKitWebDriver", "--port="+port)
	d := &webDriver{address: "http://127.0.0.1:" + port}
	options := map[string]any{"binary": found[0], "args": []string{"--automation"}}
	wanted := map[string]any{"capabilities": map[string]any{"alwaysMatch": map[string]any{"webkitgtk:browserOptions": options}}}
	var session struct{ SessionID string }
	require.Eventually(t, func() bool {
		value, err := d.send("POST", "/session", wanted)
		return err == nil && json.Unmarshal(value, &session) == nil
	}, patience, 500*time.Millisecond)
	d.address += "/session/" + session.SessionID
	t.Cleanup(func() { _, _ = d.send("DELETE", "", nil) })
	return d
}

func (d *webDriver) call(command string, params map[string]any) (json.RawMessage, error) {
	to, ok := paths[command]
	if !ok {
		return nil, fmt.Errorf("no command %s", command)
	}
	return d.send(to[0], to[1], params)
}

func (d *webDriver) send(method, path string, params map[string]any) (json.RawMessage, error) {
	var body io.Reader
	if method == "POST" {
		b, err := json.Marshal(params)
		if err != nil {
			return nil, err
		}
		body = bytes.NewReader(b)
	}
	r, err := http.NewRequest(method, d.address+path, body)
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	var value struct{ Value json.RawMessage }
	if err := json.NewDecoder(answer.Body).Decode(&value); err != nil {
		return nil, err
	}
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s %s: %s", method, path, value.Value)
	}
	return value.Value, nil
}
