package org.esbmt.administration.http.internal.port;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.esbmt.testing.http.RawClient;
import org.esbmt.testing.http.RawClient.Answer;
import org.esbmt.testing.http.TestKeys;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The attributes of the cookie, and fields that depend on the public address. */
class CookiesTest {
    private static final String LOGIN = "login=admin&password=" + TestPort.OF_ADMIN;

    @TempDir
    Path data;

    private static Answer logIn(RawClient client, String host, String origin, String path) throws IOException {
        String headers = "Origin: " + origin + "\r\n" + TestPort.FORM;
        return client.send(TestPort.request(host, "POST", path, headers, LOGIN)).answer();
    }

    @Test
    void withoutTlsTheCookieHasNoPrefix() throws Exception {
        try (TestPort port = TestPort.open(data);
                RawClient client = port.connect()) {
            Answer answer = logIn(client, port.host(), port.origin(), "/login");
            assertThat(answer.header("Set-Cookie"))
                    .matches("esbmt-" + port.address().getPort()
                            + "=[A-Za-z0-9_-]{43}; Path=/; HttpOnly; SameSite=Strict");
            assertThat(answer.header("Strict-Transport-Security")).isNull();
        }
    }

    @Test
    void withTlsTheCookieIsOfTheHostAlone() throws Exception {
        Path keys = TestKeys.store(data, "bus", "EC", "ip:127.0.0.1");
        Map<String, Object> tls =
                Map.of("tls", true, "tls_keystore", keys.toString(), "tls_keystore_password", TestKeys.PASSWORD);
        try (TestPort port = new TestPort(data, tls);
                RawClient client = secure(port, keys)) {
            Answer answer = logIn(client, port.host(), port.origin(), "/login");
            assertThat(answer.header("Set-Cookie"))
                    .matches("__Host-esbmt-" + port.address().getPort()
                            + "=[A-Za-z0-9_-]{43}; Path=/; Secure; HttpOnly; SameSite=Strict");
        }
    }

    private static RawClient secure(TestPort port, Path keys) throws Exception {
        SSLContext context = TestKeys.context(keys);
        Socket socket = context.getSocketFactory()
                .createSocket(port.address().getAddress(), port.address().getPort());
        return new RawClient(socket);
    }

    @Test
    void belowAPathTheCookieIsOfThePathAlone() throws Exception {
        try (TestPort port = new TestPort(data, Map.of("public_url", "https://bus.example/esb"));
                RawClient client = port.connect()) {
            Answer answer = logIn(client, "bus.example", "https://bus.example", "/esb/login");
            assertThat(answer.header("Set-Cookie"))
                    .matches("__Secure-esbmt=[A-Za-z0-9_-]{43}; Path=/esb/; Secure; HttpOnly; SameSite=Strict");
            assertThat(answer.header("Strict-Transport-Security")).isEqualTo("max-age=31536000");
            String cookie = "Cookie: " + TestPort.cookie(answer) + "\r\n";
            assertThat(client.send(TestPort.request("bus.example", "GET", "/esb/me", cookie, ""))
                            .answer()
                            .text())
                    .isEqualTo("admin");
        }
    }

    @Test
    void behindAProxyWithoutAPathTheCookieIsOfTheHostAlone() throws Exception {
        try (TestPort port = new TestPort(data, Map.of("public_url", "https://bus.example"));
                RawClient client = port.connect()) {
            assertThat(logIn(client, "bus.example", "https://bus.example", "/login")
                            .header("Set-Cookie"))
                    .startsWith("__Host-esbmt=")
                    .endsWith("; Path=/; Secure; HttpOnly; SameSite=Strict");
        }
    }
}
