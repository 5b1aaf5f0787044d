package org.esbmt.administration.http.internal.port;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.esbmt.testing.http.RawClient;
import org.esbmt.testing.http.RawClient.Answer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hosts, forwarded addresses and paths that a client makes up. */
class HostAndProxyTest {
    @TempDir
    Path data;

    private static Answer get(TestPort port, String host, String path, String headers) throws IOException {
        return get(port, "127.0.0.1", host, path, headers);
    }

    private static Answer get(TestPort port, String from, String host, String path, String headers) throws IOException {
        try (RawClient client = port.connectFrom(from)) {
            return client.send(TestPort.request(host, "GET", path, headers, "")).answer();
        }
    }

    @Test
    void anotherHostIsNotServed() throws Exception {
        try (TestPort port = TestPort.open(data)) {
            int number = port.address().getPort();
            assertThat(get(port, "127.0.0.1:" + number, "/link", "").status()).isEqualTo(200);
            assertThat(get(port, "LOCALHOST:" + number, "/link", "").status()).isEqualTo(200);
            for (String host : new String[] {
                "evil.example", "evil.example:" + number, "127.0.0.1", "localhost.evil.example:" + number, "127.0.0.1:1"
            }) {
                assertThat(get(port, host, "/link", "").status()).as(host).isEqualTo(421);
            }
        }
    }

    @Test
    void linksAreThoseOfTheConfiguredAddressWhateverTheRequestSays() throws Exception {
        try (TestPort port = new TestPort(data, Map.of("public_url", "https://bus.example/esb"))) {
            String forged = String.join(
                    "\r\n",
                    "X-Forwarded-Host: evil.example",
                    "X-Forwarded-Proto: http",
                    "X-Forwarded-Port: 1",
                    "X-Forwarded-Prefix: /evil",
                    "Forwarded: host=evil.example;proto=http",
                    "X-Original-URL: /me",
                    "");
            Answer answer = get(port, "bus.example", "/esb/link", forged);
            assertThat(answer.text()).startsWith("https://bus.example/esb/me ");
            assertThat(get(port, "bus.example:443", "/esb/link", "").status()).isEqualTo(200);
            assertThat(get(port, port.host(), "/esb/link", "").status()).isEqualTo(421);
            assertThat(get(port, "bus.example:80", "/esb/link", "").status()).isEqualTo(421);
        }
    }

    @Test
    void nothingIsServedBesideThePublicPath() throws Exception {
        try (TestPort port = new TestPort(data, Map.of("public_url", "https://bus.example/esb"))) {
            for (String path : new String[] {"/link", "/", "/esbx/link", "/ESB/link"}) {
                assertThat(get(port, "bus.example", path, "").status()).as(path).isEqualTo(404);
            }
            assertThat(get(port, "bus.example", "/esb", "").status()).isEqualTo(200);
            assertThat(get(port, "bus.example", "/esb/api/x", "").status()).isEqualTo(401);
        }
    }

    @Test
    void aClientCannotChooseItsSource() throws Exception {
        try (TestPort port = TestPort.open(data)) {
            Answer answer = get(port, port.host(), "/link", "X-Forwarded-For: 203.0.113.9\r\n");
            assertThat(answer.text()).endsWith(" 127.0.0.1");
        }
    }

    @Test
    void aTrustedProxyNamesItsClientAndNoClientAddsAnother() throws Exception {
        try (TestPort port = new TestPort(data, Map.of("trusted_proxies", "127.0.0.2, 10.0.0.0/8"))) {
            String chain = "X-Forwarded-For: 198.51.100.1, 203.0.113.9, 10.1.2.3\r\n";
            assertThat(get(port, "127.0.0.2", port.host(), "/link", chain).text())
                    .endsWith(" 203.0.113.9");
            assertThat(get(port, "127.0.0.3", port.host(), "/link", chain).text())
                    .endsWith(" 127.0.0.3");
            assertThat(get(port, "127.0.0.2", port.host(), "/link", "X-Forwarded-For: nonsense\r\n")
                            .text())
                    .endsWith(" 127.0.0.2");
        }
    }

    @Test
    void failedLoginsCountForTheClientBehindTheProxy() throws Exception {
        try (TestPort port = new TestPort(data, Map.of("trusted_proxies", "127.0.0.2"))) {
            for (int i = 0; i < 12; i++) {
                String client = "X-Forwarded-For: 203.0.113." + i + "\r\n";
                String guess = TestPort.basic("admin", "guess " + i) + client;
                assertThat(get(port, "127.0.0.2", port.host(), "/api", guess).status())
                        .isEqualTo(401);
            }
            assertThat(port.bus.pauses).isEmpty();
            for (int i = 0; i < 12; i++) {
                String spoofed = TestPort.basic("admin", "guess " + i) + "X-Forwarded-For: 203.0.113." + i + "\r\n";
                assertThat(get(port, "127.0.0.3", port.host(), "/api", spoofed).status())
                        .isEqualTo(401);
            }
            assertThat(port.bus.pauses).isNotEmpty();
        }
    }

    @Test
    void aPathThatCouldBeReadTwoWaysIsRefused() throws Exception {
        try (TestPort port = TestPort.open(data)) {
            for (String path : new String[] {
                "//api",
                "/api//x",
                "/x/../api",
                "/./api",
                "/api/%2e%2e/me",
                "/x/%2E/api",
                "/x/.%2e/api",
                "/api;a=b",
                "/api/..%2f",
                "/a%5cb",
                "/a%00b",
                "/a%0d%0ab",
                "/a%zz",
                "/a%2",
                "/x%2f..%2fapi"
            }) {
                assertThat(get(port, port.host(), path, "").status()).as(path).isEqualTo(400);
            }
            for (String path : new String[] {"/api/", "/api/a%2Fb", "/api/%7Burn:x%7Da"}) {
                assertThat(get(port, port.host(), path, "").status()).as(path).isEqualTo(401);
            }
            assertThat(get(port, port.host(), "/%61pi", "").status()).isEqualTo(200); // the console's, not /api
        }
    }

    @Test
    void theResourceWithTheLongestPathServes() throws Exception {
        try (TestPort port = TestPort.open(data)) {
            assertThat(get(port, port.host(), "/api", "").status()).isEqualTo(401);
            assertThat(get(port, port.host(), "/apiary", "").text()).isEqualTo("nobody");
            assertThat(get(port, port.host(), "/", "").text()).isEqualTo("nobody");
            port.port.removeResource(port.console);
            assertThat(get(port, port.host(), "/", "").status()).isEqualTo(404);
        }
    }
}
