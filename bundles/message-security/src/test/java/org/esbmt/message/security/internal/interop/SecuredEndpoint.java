package org.esbmt.message.security.internal.interop;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateEncodingException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import org.esbmt.message.security.api.MessageSecurity;
import org.esbmt.message.security.api.OpenedMessage;
import org.esbmt.message.security.api.OutgoingSecurity;
import org.esbmt.message.security.api.SecurityRefusedException;
import org.esbmt.message.security.internal.Receiver;
import org.esbmt.message.security.internal.TestKey;
import org.esbmt.message.security.internal.WsSecurity;

/** An endpoint over HTTP that opens each request, and answers with its Body, secured. */
final class SecuredEndpoint implements AutoCloseable {
    private final MessageSecurity security = new WsSecurity();
    private final OutgoingSecurity answers;
    private final UnaryOperator<byte[]> onTheWay;
    private final HttpServer server;
    private final List<byte[]> requests = new CopyOnWriteArrayList<>();
    private final List<OpenedMessage> opened = new CopyOnWriteArrayList<>();
    private final List<SecurityRefusedException> refusals = new CopyOnWriteArrayList<>();

    /** @param onTheWay an attacker between the endpoint and the client */
    SecuredEndpoint(OutgoingSecurity answers, UnaryOperator<byte[]> onTheWay) throws IOException {
        this.answers = answers;
        this.onTheWay = onTheWay;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::serve);
        server.start();
    }

    static OutgoingSecurity signed() {
        return OutgoingSecurity.signed(TestKey.bus().privateKey(), TestKey.bus().certificate());
    }

    static OutgoingSecurity signedAndEncrypted() {
        return OutgoingSecurity.signedAndEncrypted(
                TestKey.bus().privateKey(),
                TestKey.bus().certificate(),
                TestKey.client().certificate());
    }

    /**
     * Serves signed answers until the standard input ends, for clients that are not of Java. It writes the keys of the
     * client, the certificate of the answers and each request into a folder, and prints its address.
     *
     * @param arguments the folder; {@code changed} for an attacker who changes the answers
     */
    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]);
        boolean changed = arguments.length > 1 && arguments[1].equals("changed");
        writeKeys(folder);
        try (SecuredEndpoint endpoint =
                new SecuredEndpoint(signed(), changed ? SecuredEndpoint::changed : UnaryOperator.identity())) {
            System.out.println(endpoint.address());
            while (System.in.read() >= 0) {
                // the client is at work
            }
            endpoint.refusals().forEach(refusal -> System.err.println(refusal.getMessage()));
            int number = 0;
            for (byte[] request : endpoint.requests()) {
                Files.write(folder.resolve("request-" + ++number + ".xml"), request);
            }
        }
    }

    /** The same message with another text in its Body. */
    static byte[] changed(byte[] message) {
        return new String(message, UTF_8).replace("anvil", "devil").getBytes(UTF_8);
    }

    /** Writes the key and the certificate of the client, and the certificate that signs the answers. */
    static void writeKeys(Path folder) throws IOException, CertificateEncodingException {
        pem(
                folder.resolve("client.key"),
                "PRIVATE KEY",
                TestKey.client().privateKey().getEncoded());
        pem(
                folder.resolve("client.pem"),
                "CERTIFICATE",
                TestKey.client().certificate().getEncoded());
        pem(
                folder.resolve("bus.pem"),
                "CERTIFICATE",
                TestKey.bus().certificate().getEncoded());
    }

    private static void pem(Path file, String type, byte[] der) throws IOException {
        Files.writeString(
                file,
                "-----BEGIN " + type + "-----\n" + Base64.getMimeEncoder().encodeToString(der) + "\n-----END " + type
                        + "-----\n");
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
    }

    /** The requests as they were received. */
    List<byte[]> requests() {
        return new ArrayList<>(requests);
    }

    List<OpenedMessage> opened() {
        return new ArrayList<>(opened);
    }

    List<SecurityRefusedException> refusals() {
        return new ArrayList<>(refusals);
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] request = exchange.getRequestBody().readAllBytes();
            requests.add(request);
            byte[] answer;
            try {
                OpenedMessage message = security.read(request, Receiver.LENIENT)
                        .open(TestKey.client().publicKey(), Receiver.keys(TestKey.bus()));
                opened.add(message);
                answer = onTheWay.apply(security.secure(answer(message), answers));
            } catch (SecurityRefusedException e) {
                refusals.add(e);
                exchange.sendResponseHeaders(500, -1);
                return;
            }
            exchange.getResponseHeaders()
                    .set("Content-Type", exchange.getRequestHeaders().getFirst("Content-Type"));
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
        }
    }

    /** An envelope with the Body of the request, and without its header. */
    static byte[] answer(OpenedMessage message) {
        String request = new String(message.message(), UTF_8);
        int from = request.indexOf("<", request.indexOf("Body") + 1);
        int to = request.lastIndexOf("</", request.lastIndexOf("Body"));
        return ("<soap:Envelope xmlns:soap=\"" + namespace(request) + "\"><soap:Body>" + request.substring(from, to)
                        + "</soap:Body></soap:Envelope>")
                .getBytes(UTF_8);
    }

    private static String namespace(String request) {
        String soap12 = "http://www.w3.org/2003/05/soap-envelope";
        return request.contains(soap12) ? soap12 : "http://schemas.xmlsoap.org/soap/envelope/";
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
