package org.esbmt.administration.port;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import org.esbmt.administration.api.AccessCredentialAdministration;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.AdministratorAccounts;
import org.esbmt.administration.api.AssemblyAdministration;
import org.esbmt.administration.api.AuditAdministration;
import org.esbmt.administration.api.ClusterAdministration;
import org.esbmt.administration.api.ComponentAdministration;
import org.esbmt.administration.api.ComponentConfiguration;
import org.esbmt.administration.api.ContactAdministration;
import org.esbmt.administration.api.ContingentAdministration;
import org.esbmt.administration.api.InstallationStatus;
import org.esbmt.administration.api.LinkAdministration;
import org.esbmt.administration.api.OperationAdministration;
import org.esbmt.administration.api.OperatorLogin;
import org.esbmt.administration.api.QuotaAdministration;
import org.esbmt.administration.api.ServiceAdministration;
import org.esbmt.administration.api.SystemUserAdministration;
import org.esbmt.administration.api.TenantAdministration;
import org.esbmt.administration.api.TenantKeyAdministration;
import org.esbmt.administration.api.TrafficAdministration;
import org.esbmt.administration.api.TransactionOversight;
import org.esbmt.administration.api.UserAdministration;
import org.esbmt.administration.api.UserCertificateAdministration;
import org.esbmt.administration.api.command.Administration;
import org.esbmt.administration.catalogue.Catalogue;
import org.esbmt.administration.catalogue.Entry;
import org.esbmt.administration.catalogue.Services;
import org.esbmt.administration.console.internal.ConsoleResource;
import org.esbmt.administration.console.internal.page.Contract;
import org.esbmt.administration.console.internal.text.Texts;
import org.esbmt.administration.http.internal.login.BrowserSessions;
import org.esbmt.administration.http.internal.login.Logins;
import org.esbmt.administration.http.internal.port.AdministrationPort;
import org.esbmt.administration.http.internal.settings.AdministrationHttpConfiguration;
import org.esbmt.administration.internal.harness.PublishedServices;
import org.esbmt.administration.internal.harness.TestBus;
import org.esbmt.administration.internal.harness.TwoTenants;
import org.esbmt.administration.internal.login.RegisteredLoginNames;
import org.esbmt.administration.internal.policy.PartPolicy;
import org.esbmt.administration.rest.internal.call.CatalogueRestApi;
import org.esbmt.administration.rest.internal.port.RestResource;
import org.esbmt.administration.soap.internal.credential.SenderAuthentication;
import org.esbmt.administration.soap.internal.http.SoapApi;
import org.esbmt.http.api.MessagePort;
import org.esbmt.testing.http.RawClient;
import org.esbmt.testing.http.RawClient.Answer;

/**
 * The administration port with all of its resources, over the managers and {@link TwoTenants}, without TLS. The administrator of the
 * installation is {@code ada}.
 */
final class WholePort implements AutoCloseable {
    static final String OF_ADA = TestBus.GIVEN;
    static final String JSON = "Content-Type: application/json\r\n";
    static final String FORM = "Content-Type: application/x-www-form-urlencoded\r\n";
    static final String ANY_REVISION = "If-Match: *\r\n";
    static final String API = "/api/v1";

    final PublishedServices published;
    final TwoTenants tenants;

    private final AdministrationPort port;
    private final SoapApi soap;
    private final PagesOver over;

    /** Services in front of those of the bus, for the pages of the console alone. */
    interface PagesOver {
        /** The service for the pages: of the bus, or one in front of it. */
        <S> S over(Class<S> type, S ofBus);

        /** The port to which the pages send messages. */
        MessagePort messages();
    }

    /** @param values of the configuration of the port */
    WholePort(Path data, Map<String, Object> values) throws Exception {
        this(data, values, new TheBusItself());
    }

    WholePort(Path data, Map<String, Object> values, PagesOver over) throws Exception {
        this.over = over;
        published = new PublishedServices(data, "ada");
        tenants = new TwoTenants(published.bus, new Administrator("ada", "test"));
        PartPolicy policy = new PartPolicy(published.bus.administrators);
        OperatorLogin operators = published.of(OperatorLogin.class);
        Logins logins = new Logins(operators, published.bus.accessCredentialLogin, policy, published.bus.nanos::get);
        BrowserSessions sessions = new BrowserSessions(logins, published.bus.nanos::get);
        Services services = new Services();
        Catalogue.entries().stream().map(Entry::service).distinct().forEach(type -> add(services, type));
        soap = new SoapApi(
                new SenderAuthentication(
                        logins, new RegisteredLoginNames(published.bus.services), published.bus.accessCredentialLogin),
                () -> services,
                data.resolve("parts"));
        port = new AdministrationPort(logins, sessions, configuration(values), data, Duration.ofMillis(100));
        port.addResource(new RestResource(new CatalogueRestApi(new byte[0], () -> services)));
        port.addResource(soap);
        port.addResource(new ConsoleResource(Texts.english(), sessions, policy, contract(), () -> {}));
    }

    private <S> S ofPages(Class<S> type) {
        return over.over(type, published.of(type));
    }

    private Contract contract() {
        return new Contract(
                ofPages(Administration.class),
                ofPages(AdministratorAccounts.class),
                ofPages(AccessCredentialAdministration.class),
                ofPages(InstallationStatus.class),
                ofPages(TenantAdministration.class),
                ofPages(ContactAdministration.class),
                ofPages(TenantKeyAdministration.class),
                ofPages(UserAdministration.class),
                ofPages(UserCertificateAdministration.class),
                ofPages(SystemUserAdministration.class),
                ofPages(QuotaAdministration.class),
                ofPages(ContingentAdministration.class),
                ofPages(AssemblyAdministration.class),
                ofPages(ServiceAdministration.class),
                ofPages(AuditAdministration.class),
                ofPages(ClusterAdministration.class),
                ofPages(OperationAdministration.class),
                ofPages(TransactionOversight.class),
                ofPages(ComponentAdministration.class),
                ofPages(ComponentConfiguration.class),
                ofPages(LinkAdministration.class),
                ofPages(TrafficAdministration.class),
                over.messages());
    }

    private <S> void add(Services services, Class<S> type) {
        services.with(type, published.of(type));
    }

    /** The defaults, a free port and no TLS, and these values. */
    private static AdministrationHttpConfiguration configuration(Map<String, Object> values) {
        Class<AdministrationHttpConfiguration> type = AdministrationHttpConfiguration.class;
        // Many tests leave requests in progress.
        Map<String, Object> fixed =
                Map.of("port", 0, "tls", false, "requests_unproven_per_second", 0, "drain_timeout_seconds", 1);
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> values.getOrDefault(
                        method.getName(), fixed.getOrDefault(method.getName(), method.getDefaultValue()))));
    }

    InetSocketAddress address() {
        return port.address().orElseThrow();
    }

    String host() {
        return "127.0.0.1:" + address().getPort();
    }

    String origin() {
        return "http://" + host();
    }

    RawClient connect() throws IOException {
        return new RawClient(address());
    }

    /** Sends a request with this Host, and returns the answer. A body has its length. */
    Answer send(String method, String path, String fields, String body) throws IOException {
        try (RawClient client = connect()) {
            client.send(request(host(), method, path, fields, body));
            return method.equals("HEAD") ? client.answerToHead() : client.answer();
        }
    }

    static byte[] request(String host, String method, String path, String fields, String body) {
        byte[] bytes = body.getBytes(UTF_8);
        String length = body.isEmpty() && method.equals("GET") ? "" : "Content-Length: " + bytes.length + "\r\n";
        String head = method + " " + path + " HTTP/1.1\r\nHost: " + host + "\r\n" + length + fields + "\r\n";
        byte[] begin = head.getBytes(ISO_8859_1);
        byte[] whole = new byte[begin.length + bytes.length];
        System.arraycopy(begin, 0, whole, 0, begin.length);
        System.arraycopy(bytes, 0, whole, begin.length, bytes.length);
        return whole;
    }

    static String basic(String login, String password) {
        String pair = login + ":" + password;
        return "Authorization: Basic " + Base64.getEncoder().encodeToString(pair.getBytes(UTF_8)) + "\r\n";
    }

    static String ada() {
        return basic("ada", OF_ADA);
    }

    /** The administrator of the tenant acme. */
    static String boss() {
        return basic("acme/boss", TwoTenants.PASSWORD);
    }

    @Override
    public void close() {
        port.close();
        soap.close();
    }

    private static final class TheBusItself implements PagesOver {
        @Override
        public <S> S over(Class<S> type, S ofBus) {
            return ofBus;
        }

        @Override
        public MessagePort messages() {
            return new NoMessagePort();
        }
    }

    static final class NoMessagePort implements MessagePort {
        @Override
        public Optional<InetSocketAddress> listening() {
            return Optional.empty();
        }

        @Override
        public Optional<String> clientAddress() {
            return Optional.empty();
        }
    }
}
