package org.esbmt.administration.port;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.UUID;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.AuditAdministration;
import org.esbmt.administration.api.AuditAdministration.Entry;
import org.esbmt.administration.api.AuditAdministration.Head;
import org.esbmt.administration.api.Finding;
import org.esbmt.administration.api.OperationAdministration;
import org.esbmt.administration.api.command.AssemblyCommand.DeployAssembly;
import org.esbmt.administration.api.command.Batch;
import org.esbmt.administration.api.command.BatchReport;
import org.esbmt.http.api.MessagePort;
import org.esbmt.tenancy.api.UserId;

/** Services with a hostile text in each answer, in front of those of a bus, and endpoints that answer with it. */
final class HostileBus implements WholePort.PagesOver, AutoCloseable {
    /** Runs wherever it becomes markup, an attribute or a script. */
    static final String EVIL = "\"'><img src=x onerror=ran=1><svg onload=ran=1></title></textarea></script>"
            + "<script>ran=1</script>{{ran=1}}${ran=1}";
    /** The same, each in as few letters as a box of a picture shows. */
    static final List<String> SHORT =
            List.of("\"><svg onload=ran=1>", "<svg onload=ran=1>", "</text><svg onload=ran=1>", "'><script>ran=1//");
    /** The name of a file in an archive. */
    static final String FILE = "orders.zip!/" + EVIL + ".xml";

    private static final UUID ID = MovedOperation.ID;
    private static final String HASH = "0".repeat(64);

    private final HttpServer endpoints;
    private volatile String answer = "";
    private volatile int status = 200;
    private volatile MovedOperation operation;

    HostileBus() throws IOException {
        endpoints = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        endpoints.createContext("/", this::answer);
        endpoints.start();
    }

    /** The next answers of the endpoints. */
    void answering(int with, String body) {
        status = with;
        answer = body;
    }

    MovedOperation operation() {
        return operation;
    }

    private void answer(HttpExchange exchange) throws IOException {
        boolean wsdl = exchange.getRequestMethod().equals("GET");
        byte[] body = (wsdl ? wsdl() : answer).getBytes(UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "text/xml; x=\"" + EVIL.replace("\"", "") + "\"");
        exchange.getResponseHeaders().set("X-Correlation-Id", EVIL);
        exchange.sendResponseHeaders(wsdl ? 200 : status, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private static String wsdl() {
        return "<definitions xmlns='http://schemas.xmlsoap.org/wsdl/'><documentation>" + escaped(EVIL)
                + "</documentation></definitions>";
    }

    /** A text of XML. */
    static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }

    @Override
    public MessagePort messages() {
        return new MessagePort() {
            @Override
            public Optional<InetSocketAddress> listening() {
                return Optional.of(endpoints.getAddress());
            }

            @Override
            public Optional<String> clientAddress() {
                return Optional.of("https://bus.example/" + EVIL);
            }
        };
    }

    @Override
    public <S> S over(Class<S> type, S ofBus) {
        if (type == OperationAdministration.class) {
            operation = new MovedOperation((OperationAdministration) ofBus, EVIL);
            return type.cast(operation);
        }
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    Optional<Object> hostile = arguments == null
                            ? Optional.empty()
                            : instead(type.getSimpleName() + "." + method.getName(), arguments[arguments.length - 1]);
                    if (hostile.isPresent()) {
                        return hostile.get();
                    }
                    try {
                        return method.invoke(ofBus, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }

    private static Optional<Object> instead(String method, Object last) throws AdministrationException {
        if (method.equals("Administration.execute") && last instanceof DeployAssembly) {
            throw findings();
        }
        if (method.equals("Administration.dryRun") && last instanceof Batch batch) {
            return Optional.of(new BatchReport(
                    ID,
                    List.of(new BatchReport.Done(1, EVIL, EVIL, Optional.empty())),
                    batch.steps().size()));
        }
        return switch (method) {
            case "AssemblyAdministration.archive" -> Optional.of(archive());
            case "AuditAdministration.read" -> Optional.of(audit());
            default -> Optional.empty();
        };
    }

    private static AdministrationException findings() {
        return new AdministrationException(
                Reason.INVALID,
                AdministrationException.told("The archive breaks rules: " + EVIL, EVIL),
                List.of(new Finding(FILE, OptionalInt.of(2), "http.value", EVIL)),
                null);
    }

    private static AuditAdministration.Part audit() {
        Entry entry = new Entry(
                1,
                Instant.EPOCH,
                Optional.empty(),
                new UserId(ID),
                Optional.of(EVIL),
                EVIL,
                EVIL,
                Optional.of(EVIL),
                Optional.of(EVIL),
                Optional.empty(),
                HASH);
        return new AuditAdministration.Part(List.of(entry), Optional.of(new Head(1, HASH)));
    }

    /** An archive with a unit, whose file has a hostile text in its name, in its second line and in its routes. */
    static byte[] archive() {
        String routes = "<routes xmlns='http://camel.apache.org/schema/spring'>\n<!-- " + EVIL + " -->\n<route id=\""
                + escaped(EVIL) + "\"><description>" + escaped(EVIL) + "</description><from uri=\""
                + escaped(SHORT.get(0)) + "\"/><choice><when><simple>" + escaped(SHORT.get(1)) + "</simple><to uri=\""
                + escaped(SHORT.get(2)) + "\"/></when></choice><log message=\"" + escaped(SHORT.get(3))
                + "\"/><to uri=\"" + escaped(EVIL) + "\"/></route></routes>";
        return zip(Map.of("orders.zip", zip(Map.of(EVIL + ".xml", routes.getBytes(UTF_8)))));
    }

    private static byte[] zip(Map<String, byte[]> files) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> file : new TreeMap<>(files).entrySet()) {
                zip.putNextEntry(new ZipEntry(file.getKey()));
                zip.write(file.getValue());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    @Override
    public void close() {
        endpoints.stop(0);
    }
}
