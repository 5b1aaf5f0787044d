package org.esbmt.load;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.esbmt.harness.BusHome;

/** The administration port of a bus: connections to it, REST requests and the pages of the console. Any thread. */
final class AdministrationPort {
    private static final Pattern LINKED = Pattern.compile("(?:src|href)=\"([^\"]*/static/[^\"]*)\"");
    private static final String FORM = "Content-Type: application/x-www-form-urlencoded\r\n";

    private final SSLContext tls;
    private final int port;

    AdministrationPort(BusHome home) throws IOException, GeneralSecurityException {
        this.port = home.administrationPort();
        this.tls = trusting(home.data().resolve("administration-http/certificate.pem"));
    }

    private static SSLContext trusting(Path certificate) throws IOException, GeneralSecurityException {
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        try (InputStream in = Files.newInputStream(certificate)) {
            trusted.setCertificateEntry(
                    "bus", CertificateFactory.getInstance("X.509").generateCertificate(in));
        }
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return context;
    }

    SSLContext tls() {
        return tls;
    }

    int port() {
        return port;
    }

    PortConnection connect(InetAddress source) {
        return new PortConnection(tls, source, port);
    }

    /** The line of a head with HTTP Basic. */
    static String basic(String login, String password) {
        String both = login + ":" + password;
        return "Authorization: Basic " + Base64.getEncoder().encodeToString(both.getBytes(StandardCharsets.UTF_8))
                + "\r\n";
    }

    /** Logs in to the console; returns the line of a head with the session's cookie. */
    String logIn(PortConnection connection, String login, String password) throws IOException {
        String form = "login=" + URLEncoder.encode(login, StandardCharsets.UTF_8) + "&password="
                + URLEncoder.encode(password, StandardCharsets.UTF_8);
        PortConnection.Answer answer = connection.send(
                "POST",
                "/login",
                FORM + "Origin: https://localhost:" + port + "\r\n",
                form.getBytes(StandardCharsets.US_ASCII));
        String cookie = answer.fields().getOrDefault("set-cookie", "");
        if (answer.status() != 303 || cookie.isEmpty()) {
            throw new IOException("the console has refused the login of " + login + ": " + answer.status());
        }
        return "Cookie: " + cookie.substring(0, cookie.indexOf(';')) + "\r\n";
    }

    /**
     * Gets a page with all scripts, styles and pictures that it links to, one after the other.
     *
     * @return the bytes of all bodies, as they came over the network
     */
    long page(PortConnection connection, String path, String cookie) throws IOException {
        PortConnection.Answer page =
                expect(connection.send("GET", path, cookie + "Accept-Encoding: gzip\r\n", new byte[0]));
        String html = text(page);
        Set<String> linked = new LinkedHashSet<>();
        for (Matcher m = LINKED.matcher(html); m.find(); ) {
            linked.add(m.group(1));
        }
        if (linked.isEmpty()) {
            throw new IOException("the page " + path + " has no styles: " + html);
        }
        long bytes = page.body().length;
        for (String each : linked) {
            String target = each.startsWith("/") ? each : "/" + each.replaceFirst("^(\\.\\./|\\./)+", "");
            bytes += expect(connection.send("GET", target, "Accept-Encoding: gzip\r\n", new byte[0]))
                    .body()
                    .length;
        }
        return bytes;
    }

    private static String text(PortConnection.Answer answer) throws IOException {
        byte[] body = answer.body();
        if ("gzip".equals(answer.fields().get("content-encoding"))) {
            body = new java.util.zip.GZIPInputStream(new java.io.ByteArrayInputStream(body)).readAllBytes();
        }
        return new String(body, StandardCharsets.UTF_8);
    }

    static PortConnection.Answer expect(PortConnection.Answer answer) throws IOException {
        if (answer.status() != 200) {
            throw new IOException("the administration port answers " + answer.status() + " "
                    + new String(answer.body(), StandardCharsets.UTF_8));
        }
        return answer;
    }
}
