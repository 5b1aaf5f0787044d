package org.esbmt.administration.soap.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.esbmt.administration.soap.internal.Envelope.security;
import static org.esbmt.administration.soap.internal.Envelope.token;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.esbmt.administration.api.AdministratorAccounts;
import org.esbmt.administration.api.OperatorLogin;
import org.esbmt.administration.catalogue.Services;
import org.esbmt.administration.http.internal.login.BrowserSessions;
import org.esbmt.administration.http.internal.login.Logins;
import org.esbmt.administration.http.internal.port.AdministrationPort;
import org.esbmt.administration.http.internal.settings.AdministrationHttpConfiguration;
import org.esbmt.administration.internal.harness.PublishedServices;
import org.esbmt.administration.internal.login.RegisteredLoginNames;
import org.esbmt.administration.internal.policy.PartPolicy;
import org.esbmt.administration.soap.internal.credential.SenderAuthentication;
import org.esbmt.administration.soap.internal.http.SoapApi;
import org.esbmt.testing.http.RawClient;
import org.esbmt.testing.http.RawClient.Answer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two hundred slow senders on the administration port itself, and an honest administrator beside them. */
@Timeout(300)
class SlowSendersTest {
    private static final int SENDERS = 200;
    private static final int SOURCES = 20;
    /** The time for an answer on a busy machine. */
    private static final int PATIENT_MILLIS = 90_000;
    /** The port waits for a slow sender longer than a test lasts. So no end of a slow sender helps the honest one. */
    private static final int ENDLESS_SECONDS = 3600;

    @TempDir
    Path data;

    private final List<RawClient> clients = new ArrayList<>();
    private AdministrationPort port;
    private SoapApi api;

    @BeforeEach
    void open() throws Exception {
        PublishedServices published = new PublishedServices(data, "ada");
        Logins logins = new Logins(
                published.of(OperatorLogin.class),
                published.bus.accessCredentialLogin,
                new PartPolicy(published.bus.administrators),
                published.bus.nanos::get);
        Services services = new Services().with(AdministratorAccounts.class, published.of(AdministratorAccounts.class));
        api = new SoapApi(
                new SenderAuthentication(
                        logins, new RegisteredLoginNames(published.bus.services), published.bus.accessCredentialLogin),
                () -> services,
                data.resolve("parts"));
        port = new AdministrationPort(
                logins,
                new BrowserSessions(logins, published.bus.nanos::get),
                configuration(Map.of(
                        "port",
                        0,
                        "tls",
                        false,
                        "requests_unproven_per_second",
                        0,
                        "drain_timeout_seconds",
                        1,
                        "header_timeout_seconds",
                        ENDLESS_SECONDS,
                        "transfer_timeout_seconds",
                        ENDLESS_SECONDS,
                        "transfer_min_rate",
                        0L)),
                data,
                Duration.ofMillis(100));
        port.addResource(api);
    }

    private static AdministrationHttpConfiguration configuration(Map<String, Object> values) {
        return (AdministrationHttpConfiguration) Proxy.newProxyInstance(
                AdministrationHttpConfiguration.class.getClassLoader(),
                new Class<?>[] {AdministrationHttpConfiguration.class},
                (proxy, method, arguments) -> values.getOrDefault(method.getName(), method.getDefaultValue()));
    }

    @AfterEach
    void close() throws IOException {
        for (RawClient client : clients) {
            client.close();
        }
        port.close();
        api.close();
    }

    private RawClient connectFrom(String source) throws IOException {
        InetSocketAddress to = port.address().orElseThrow();
        RawClient client = new RawClient(new Socket(to.getAddress(), to.getPort(), InetAddress.getByName(source), 0));
        client.socket().setSoTimeout(PATIENT_MILLIS);
        clients.add(client);
        return client;
    }

    private String head(String contentType, String more) {
        return "POST /soap/TenantRegistryManager HTTP/1.1\r\nHost: 127.0.0.1:"
                + port.address().orElseThrow().getPort() + "\r\nContent-Type: " + contentType + "\r\n" + more + "\r\n";
    }

    private void answersTheHonest() throws IOException {
        Envelope honest = Envelope.of("whoAmI").as("ada", PublishedServices.PASSWORD);
        Envelope.Multipart multipart = honest.multipart();
        String[][] messages = {
            {honest.contentType(), honest.text()},
            {multipart.contentType(), new String(multipart.bytes(), StandardCharsets.ISO_8859_1)}
        };
        for (String[] message : messages) {
            Answer answer = connectFrom("127.0.0.1")
                    .send(head(message[0], "Content-Length: " + message[1].length() + "\r\n") + message[1])
                    .answer();
            assertThat(answer.status()).as(answer.text()).isEqualTo(200);
            assertThat(answer.text()).contains(">ada<");
        }
    }

    private void send(String contentType, String begin) throws IOException {
        String head = head(contentType, "Content-Length: 900000\r\n");
        for (int i = 0; i < SENDERS; i++) {
            connectFrom("127.0.3." + (1 + i % SOURCES)).send(head + begin);
        }
    }

    @Test
    void multipartMessagesWithoutAHeaderStopNobody() throws Exception {
        Envelope.Multipart message = Envelope.of("whoAmI").multipart();
        String open = message.open();
        send(message.contentType(), open.substring(0, open.indexOf("</soap:Header>")));
        answersTheHonest();
    }

    @Test
    void multipartMessagesWithoutAPartStopNobody() throws Exception {
        Envelope.Multipart message = Envelope.of("whoAmI").multipart();
        send(message.contentType(), message.open().substring(0, 10));
        answersTheHonest();
    }

    @Test
    void largePlainMessagesStopNobody() throws Exception {
        Envelope message = Envelope.of("whoAmI");
        String text = message.text();
        send(message.contentType(), text.substring(0, text.indexOf("<soap:Body>")));
        answersTheHonest();
    }

    @Test
    void messagesWithoutACredentialAreRefusedBeforeTheirBody() throws Exception {
        Envelope.Multipart message = Envelope.of("whoAmI").multipart();
        String open = message.open();
        send(message.contentType(), open.substring(0, open.indexOf("</soap:Body>")));
        answersTheHonest();
        assertThat(clients.get(0).answer().text()).contains("wsse:InvalidSecurity");
    }

    @Test
    void messagesWithAWrongPasswordAreRefusedBeforeTheirBody() throws Exception {
        Envelope.Multipart message = Envelope.of("whoAmI")
                .header(security(token("nobody", "a wrong password")))
                .multipart();
        String open = message.open();
        String begin = head(message.contentType(), "Content-Length: 900000\r\n")
                + open.substring(0, open.indexOf("</soap:Body>"));
        RawClient guess = connectFrom("127.0.3.1").send(begin);
        assertThat(guess.answer().text()).contains("wsse:FailedAuthentication");
        assertThat(guess.isAtEnd()).isTrue();
    }
}
