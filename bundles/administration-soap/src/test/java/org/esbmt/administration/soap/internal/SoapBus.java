package org.esbmt.administration.soap.internal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.LoginNames;
import org.esbmt.administration.api.OperatorLogin;
import org.esbmt.administration.api.Scope;
import org.esbmt.administration.catalogue.Catalogue;
import org.esbmt.administration.catalogue.Entry;
import org.esbmt.administration.catalogue.Services;
import org.esbmt.administration.http.api.BodyNeed;
import org.esbmt.administration.http.api.Exchange;
import org.esbmt.administration.http.api.OwnMessage;
import org.esbmt.administration.http.api.PublicAddress;
import org.esbmt.administration.http.api.Refusal;
import org.esbmt.administration.internal.harness.PublishedServices;
import org.esbmt.administration.internal.login.RegisteredLoginNames;
import org.esbmt.administration.soap.internal.credential.SenderAuthentication;
import org.esbmt.administration.soap.internal.http.SoapApi;
import org.esbmt.http.api.Handling;
import org.esbmt.http.api.HttpPort;
import org.esbmt.http.api.PortSettings;
import org.esbmt.http.api.RequestHead;
import org.esbmt.http.api.Response;
import org.esbmt.http.api.Workers;
import org.esbmt.http.api.edge.ConnectionPolicy;
import org.esbmt.http.api.harness.TestLimits;
import org.esbmt.http.api.wire.HeaderNames;
import org.esbmt.http.api.wire.Headers;

/** The API over the managers, on a port. The administrator of the installation is ada. */
public final class SoapBus implements AutoCloseable {
    public static final String PASSWORD = "a long password of theirs";

    /** The managers of now. */
    public volatile PublishedServices published;

    public final SoapApi api;

    /** The context class loader of the port's threads. */
    final ClassLoader outer = new ClassLoader(SoapBus.class.getClassLoader()) {};
    /** The context class loader of the last check of a password. */
    volatile ClassLoader seen;

    private final Workers workers = new Workers("soap-test", 4, 16);
    private final HttpPort port;
    private final HttpClient client = HttpClient.newHttpClient();

    public SoapBus(Path data) throws Exception {
        restart(data);
        LoginNames names = (tenant, user) -> new RegisteredLoginNames(published.bus.services).find(tenant, user);
        api = new SoapApi(
                new SenderAuthentication(
                        (way, exchange, login, password) -> {
                            seen = Thread.currentThread().getContextClassLoader();
                            return published
                                    .of(OperatorLogin.class)
                                    .admit(new OperatorLogin.Origin(way, exchange.source()), login, password)
                                    .map(in -> new Administrator(in.login(), way).cameInWith(in.credential()));
                        },
                        names,
                        published.bus.accessCredentialLogin),
                () -> services(published),
                data.resolve("parts"));
        HeaderNames headers = new HeaderNames.Builder()
                .host()
                .once("SOAPAction")
                .lists(List.of("Accept"))
                .build();
        port = HttpPort.open(
                new PortSettings(
                        "soap-test",
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        Optional.empty(),
                        TestLimits.of(headers),
                        ConnectionPolicy.ALL,
                        host -> true,
                        new Headers.Builder().build(),
                        1,
                        64L << 20,
                        1,
                        Duration.ofSeconds(1)),
                this::route);
    }

    /** Begins with other managers, over empty registries. */
    public void restart(Path data) throws Exception {
        published = new PublishedServices(data, "ada");
    }

    private static Services services(PublishedServices published) {
        Services services = new Services();
        Catalogue.entries().stream().map(Entry::service).distinct().forEach(type -> add(services, type, published));
        return services;
    }

    private static <S> void add(Services services, Class<S> type, PublishedServices published) {
        services.with(type, published.of(type));
    }

    private Handling route(RequestHead head) {
        if (!head.path().startsWith(api.path())) {
            return new Handling.Now(Response.of(404).empty());
        }
        String below = head.path().substring(api.path().length());
        BodyNeed need = api.body(head, below);
        if (need instanceof BodyNeed.Refused refused) {
            return new Handling.Now(refused.answer());
        }
        Optional<OwnMessage> message = api.message(head, below);
        if (message.isPresent()) {
            Sending sending = new Sending(head, message.get());
            return new Handling.Begun(
                    sending,
                    ((BodyNeed.Streamed) need).mostBytes(),
                    Duration.ofSeconds(10),
                    workers,
                    (h, body) -> sending.answer(h, below, body));
        }
        return new Handling.Whole(0, workers, (h, body) -> {
            Thread.currentThread().setContextClassLoader(outer);
            return api.handle(exchange(h, below, Optional.empty(), InputStream.nullInputStream()));
        });
    }

    /** A message on its way, as the administration port has it. */
    private final class Sending implements Handling.Beginning {
        private final RequestHead head;
        private final OwnMessage message;
        private byte[] beginning;

        Sending(RequestHead head, OwnMessage message) {
            this.head = head;
            this.message = message;
        }

        @Override
        public int mostBytes() {
            return OwnMessage.MOST_BEGINNING_BYTES;
        }

        @Override
        public Response tooLong() {
            return api.refused(Refusal.BEGINNING_TOO_LONG, head);
        }

        @Override
        public boolean isComplete(byte[] bytes, int size) {
            return message.isBegun(bytes, size);
        }

        @Override
        public void take(byte[] bytes) {
            beginning = bytes;
        }

        Response answer(RequestHead head, String below, InputStream body) throws IOException {
            Thread.currentThread().setContextClassLoader(outer);
            Exchange begun = exchange(head, below, Optional.empty(), new ByteArrayInputStream(beginning));
            OwnMessage.Admission admission = message.admit(begun);
            if (admission instanceof OwnMessage.Admission.Admitted admitted) {
                return message.handle(exchange(head, below, Optional.of(admitted.by()), body));
            }
            return ((OwnMessage.Admission.Refused) admission).answer();
        }
    }

    private Exchange exchange(RequestHead head, String below, Optional<Administrator> by, InputStream body) {
        return new Exchange(
                head, below, head.source().getHostAddress(), by, Scope.FULL, Optional.empty(), body, address());
    }

    /** The address of the port, as a proxy at a path of its own would have it. */
    public PublicAddress address() {
        return new PublicAddress("http://127.0.0.1:" + port.address().getPort(), "");
    }

    /** The address of a manager. */
    public String url(String manager) {
        return address().url("/soap/" + manager);
    }

    public SoapAnswer get(String manager, String query) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(URI.create(url(manager) + query)).build());
    }

    /** Sends a message to a manager. */
    public SoapAnswer send(String manager, Envelope message) throws IOException, InterruptedException {
        return post(manager, message.contentType(), message.text().getBytes(UTF_8));
    }

    /** Sends any bytes to a manager; the action and others are in the fields: name, value. */
    public SoapAnswer post(String manager, String contentType, byte[] body, String... fields)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url(manager)))
                .header("Content-Type", contentType)
                .POST(HttpRequest.BodyPublishers.ofByteArray(body));
        if (fields.length > 0) {
            request.headers(fields);
        }
        return send(request.build());
    }

    public SoapAnswer send(HttpRequest request) throws IOException, InterruptedException {
        return new SoapAnswer(client.send(request, HttpResponse.BodyHandlers.ofByteArray()));
    }

    /** Creates a tenant with the administrator boss, and returns its identifier. */
    public String tenant(String name) throws IOException, InterruptedException {
        return send(
                        "TenantRegistryManager",
                        Envelope.of("createTenant")
                                .with("name", name)
                                .with("administratorLogin", "boss")
                                .with("password", PASSWORD)
                                .as("ada", PublishedServices.PASSWORD))
                .succeeds()
                .text("tenantId");
    }

    /** Adds a user with a role to a tenant, and returns the identifier. */
    public String user(String tenant, String tenantId, String login, String role)
            throws IOException, InterruptedException {
        return send(
                        "TenantRegistryManager",
                        Envelope.of("addUser")
                                .with("tenantId", tenantId)
                                .with("login", login)
                                .with("password", PASSWORD)
                                .with("roles", role)
                                .as(tenant + "/boss", PASSWORD))
                .succeeds()
                .text("userId");
    }

    @Override
    public void close() {
        port.close();
        api.close();
        workers.close();
    }
}
