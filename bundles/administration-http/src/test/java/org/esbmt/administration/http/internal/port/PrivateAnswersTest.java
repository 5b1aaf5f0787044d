package org.esbmt.administration.http.internal.port;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.esbmt.administration.http.api.Access;
import org.esbmt.administration.http.api.BodyNeed;
import org.esbmt.administration.http.internal.port.TestPort.Browser;
import org.esbmt.http.api.Response;
import org.esbmt.testing.http.RawClient;
import org.esbmt.testing.http.RawClient.Answer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The fields of answers that protect what is in them. */
class PrivateAnswersTest {
    @TempDir
    Path data;

    private TestPort port;
    private Browser browser;

    @BeforeEach
    void open() throws Exception {
        port = TestPort.open(data);
        browser = port.logIn("admin", TestPort.OF_ADMIN);
    }

    @AfterEach
    void close() {
        port.close();
    }

    private Answer get(String path) throws IOException {
        return port.get(path, browser.cookieLine());
    }

    @Test
    void noCacheKeepsAPrivateAnswer() throws Exception {
        assertThat(get("/me").header("Cache-Control")).isEqualTo("no-store");
        assertThat(get("/api").header("Cache-Control")).isEqualTo("no-store");
        assertThat(get("/app.css").header("Cache-Control")).isEqualTo("public, max-age=31536000, immutable");
        assertThat(port.send("POST", "/change", browser.cookieLine(), "x").header("Cache-Control"))
                .isEqualTo("no-store");
    }

    @Test
    void anAnswerThatForgetsCachesDoesNotGoOut() throws Exception {
        port.port.addResource(TestResource.rest(exchange -> Response.of(200).text("text/plain", "acme's secret")));
        port.port.addResource(
                new TestResource("/leak", "console", Access.SESSION, BodyNeed.NONE, exchange -> Response.of(200)
                        .text("text/plain", "acme's secret")));
        Answer answer = get("/leak");
        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.text()).isEmpty();
    }

    @Test
    void everyAnswerHasTheStandingFields() throws Exception {
        List<Answer> answers =
                List.of(get("/me"), get("/app.css"), get("/api"), get("/a;b"), port.send("TRACE", "/", "", ""));
        try (RawClient client = port.connect()) {
            Answer hostile = client.send("GET / HTTP/9\r\n\r\n").answer();
            assertThat(List.of(hostile.header("Content-Security-Policy"), hostile.header("X-Content-Type-Options")))
                    .doesNotContainNull();
        }
        assertThat(answers).allSatisfy(answer -> {
            assertThat(answer.header("Content-Security-Policy"))
                    .isEqualTo("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src"
                            + " 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'");
            assertThat(answer.header("X-Content-Type-Options")).isEqualTo("nosniff");
            assertThat(answer.header("Referrer-Policy")).isEqualTo("same-origin");
            assertThat(answer.header("Cross-Origin-Opener-Policy")).isEqualTo("same-origin");
            assertThat(answer.header("Cross-Origin-Resource-Policy")).isEqualTo("same-origin");
            assertThat(answer.headers()).doesNotContainKeys("server", "x-powered-by");
        });
    }

    @Test
    void aFailureTellsTheClientNothing() throws Exception {
        port.port.addResource(new TestResource("/fail", "console", Access.SESSION, BodyNeed.NONE, exchange -> {
            throw new IllegalStateException("secret of the bus");
        }));
        Answer answer = get("/fail");
        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.text()).isEmpty();
        assertThat(answer.headers().toString()).doesNotContain("secret");
    }
}
