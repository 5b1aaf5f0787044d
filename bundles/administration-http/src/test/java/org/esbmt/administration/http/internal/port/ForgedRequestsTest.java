package org.esbmt.administration.http.internal.port;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.esbmt.administration.http.internal.port.TestPort.Browser;
import org.esbmt.testing.http.RawClient.Answer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that other pages make a browser send, with the browser's cookie. */
class ForgedRequestsTest {
    private static final String MULTIPART = "Content-Type: multipart/form-data; boundary=x\r\n";

    @TempDir
    Path data;

    private TestPort port;
    private Browser victim;

    @BeforeEach
    void logIn() throws Exception {
        port = TestPort.open(data);
        victim = port.logIn("admin", TestPort.OF_ADMIN);
    }

    @AfterEach
    void close() {
        port.close();
    }

    private int change(String headers, String body) throws IOException {
        return port.send("POST", "/change", victim.cookieLine() + headers, body).status();
    }

    @Test
    void theConsolesOwnRequestsChangeSomething() throws Exception {
        assertThat(change(port.fromOrigin() + victim.tokenLine(), "by script")).isEqualTo(204);
        assertThat(change(port.fromOrigin() + TestPort.FORM, "a=by+form&csrf=" + victim.token()))
                .isEqualTo(204);
        assertThat(port.console.changes).containsExactly("admin by script", "admin a=by+form&csrf=" + victim.token());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://evil.example",
                "null",
                "http://127.0.0.1",
                "http://127.0.0.1:1",
                "http://a.127.0.0.1:8193",
                "http://localhost:8193",
                ""
            })
    void aFormOfAnotherSiteChangesNothingEvenWithTheToken(String origin) throws Exception {
        assertThat(change("Origin: " + origin + "\r\n" + victim.tokenLine(), "gotcha"))
                .isEqualTo(403);
        assertThat(port.console.changes).isEmpty();
    }

    @Test
    void aSiblingAtAnotherPortOfTheHostChangesNothing() throws Exception {
        String sibling = "Origin: http://127.0.0.1:" + (port.address().getPort() + 1) + "\r\n";
        assertThat(change(sibling + victim.tokenLine(), "gotcha")).isEqualTo(403);
        assertThat(port.console.changes).isEmpty();
    }

    @Test
    void aRequestWithoutAnOriginChangesNothing() throws Exception {
        assertThat(change(victim.tokenLine(), "gotcha")).isEqualTo(403);
        assertThat(change(TestPort.FORM, "csrf=" + victim.token())).isEqualTo(403);
        assertThat(port.console.changes).isEmpty();
    }

    @Test
    void aRequestWithoutTheTokenOrWithAnotherSessionsChangesNothing() throws Exception {
        Browser attacker = port.logIn("acme/boss", TestPort.OF_BOSS);
        assertThat(change(port.fromOrigin(), "gotcha")).isEqualTo(403);
        assertThat(change(port.fromOrigin() + TestPort.FORM, "a=b")).isEqualTo(403);
        assertThat(change(port.fromOrigin() + TestPort.FORM, "xcsrf=" + victim.token()))
                .isEqualTo(403);
        assertThat(change(port.fromOrigin() + "Content-Type: text/plain\r\n", "csrf=" + victim.token()))
                .isEqualTo(403);
        assertThat(change(port.fromOrigin() + TestPort.FORM, "csrf=" + attacker.token()))
                .isEqualTo(403);
        assertThat(change(port.fromOrigin() + attacker.tokenLine(), "gotcha")).isEqualTo(403);
        assertThat(change(port.fromOrigin() + attacker.tokenLine() + TestPort.FORM, "csrf=" + victim.token()))
                .isEqualTo(403);
        assertThat(change(port.fromOrigin() + "X-CSRF-Token: \r\n", "gotcha")).isEqualTo(403);
        assertThat(port.console.changes).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "PATCH", "DELETE"})
    void everyUnsafeMethodNeedsTheToken(String method) throws Exception {
        Answer forged = port.send(method, "/change", victim.cookieLine() + port.fromOrigin(), "gotcha");
        assertThat(forged.status()).isEqualTo(403);
        Answer own = port.send(method, "/change", victim.cookieLine() + port.fromOrigin() + victim.tokenLine(), "mine");
        assertThat(own.status()).isEqualTo(204);
        assertThat(port.console.changes).containsExactly("admin mine");
    }

    @Test
    void aSafeMethodIsNoWayAroundTheToken() throws Exception {
        String override = "X-HTTP-Method-Override: POST\r\nX-Method-Override: POST\r\n";
        Answer answer = port.get("/me?_method=POST", victim.cookieLine() + override);
        assertThat(answer.status()).isEqualTo(200);
        for (String method : new String[] {"TRACE", "OPTIONS", "CONNECT", "PROPFIND", "get", "QUERY"}) {
            Answer other = port.send(method, "/change", victim.cookieLine(), "");
            assertThat(other.status()).as(method).isBetween(400, 499);
            assertThat(other.text()).doesNotContain(victim.token());
        }
        assertThat(port.console.changes).isEmpty();
    }

    @Test
    void anUploadHasTheTokenInItsFirstPart() throws Exception {
        assertThat(upload(part("csrf", victim.token()) + part("file", "archive") + "--x--\r\n"))
                .isEqualTo(204);
        assertThat(port.console.changes)
                .containsExactly("admin " + part("csrf", victim.token()) + part("file", "archive") + "--x--\r\n");
    }

    @Test
    void anUploadWithoutTheTokenInItsFirstPartChangesNothing() throws Exception {
        assertThat(upload(part("file", "archive") + "--x--\r\n")).isEqualTo(403);
        assertThat(upload(part("file", "archive") + part("csrf", victim.token()) + "--x--\r\n"))
                .isEqualTo(403);
        assertThat(upload(part("csrf", "0".repeat(43)) + part("file", "archive") + "--x--\r\n"))
                .isEqualTo(403);
        assertThat(upload("")).isEqualTo(403);
        assertThat(port.console.changes).isEmpty();
    }

    private int upload(String body) throws IOException {
        return port.send("POST", "/upload", victim.cookieLine() + port.fromOrigin() + MULTIPART, body)
                .status();
    }

    private static String part(String name, String content) {
        return "--x\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\n\r\n" + content + "\r\n";
    }

    @Test
    void anotherSiteLogsNoBrowserIn() throws Exception {
        String form = "login=acme/boss&password=" + TestPort.OF_BOSS;
        Answer forged = port.send("POST", "/login", "Origin: https://evil.example\r\n" + TestPort.FORM, form);
        assertThat(forged.status()).isEqualTo(403);
        assertThat(forged.header("Set-Cookie")).isNull();
        assertThat(port.send("POST", "/login", port.fromOrigin() + TestPort.FORM, form)
                        .status())
                .isEqualTo(200);
    }

    @Test
    void noOtherSiteMayReadAnAnswer() throws Exception {
        Answer answer = port.get("/me", victim.cookieLine() + "Origin: https://evil.example\r\n");
        assertThat(answer.headers().keySet()).noneMatch(name -> name.startsWith("access-control"));
        assertThat(answer.header("Cross-Origin-Resource-Policy")).isEqualTo("same-origin");
    }
}
