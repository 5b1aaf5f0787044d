package org.esbmt.load;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/** One connection to the administration port, HTTP/1.1 over TLS. It opens again after the port has closed it. One thread. */
final class PortConnection implements AutoCloseable {
    private static final int TIMEOUT_MILLIS = 30_000;

    private final SSLContext tls;
    private final InetAddress source;
    private final int port;
    private SSLSocket socket;
    private InputStream in;
    private long opened;

    /** An answer. Names of fields are in lower case; of equal ones the last counts. */
    static final class Answer {
        private final int status;
        private final Map<String, String> fields;
        private final byte[] body;

        Answer(int status, Map<String, String> fields, byte[] body) {
            this.status = status;
            this.fields = fields;
            this.body = body;
        }

        int status() {
            return status;
        }

        Map<String, String> fields() {
            return fields;
        }

        /** The bytes as they came over the network. */
        byte[] body() {
            return body;
        }
    }

    /** A connection from one of the addresses of this machine. */
    PortConnection(SSLContext tls, InetAddress source, int port) {
        this.tls = tls;
        this.source = source;
        this.port = port;
    }

    /**
     * Sends a request, and reads its answer.
     *
     * @param fields lines of the head, each ended by CR LF; not Host and Content-Length
     */
    Answer send(String method, String path, String fields, byte[] body) throws IOException {
        boolean kept = socket != null;
        try {
            return exchange(method, path, fields, body);
        } catch (IOException e) {
            close();
            if (!kept) {
                throw e;
            }
            return exchange(method, path, fields, body); // the port closes an idle connection
        }
    }

    /** The number of TLS handshakes until now. */
    long opened() {
        return opened;
    }

    private Answer exchange(String method, String path, String fields, byte[] body) throws IOException {
        if (socket == null) {
            open();
        }
        ByteArrayOutputStream request = new ByteArrayOutputStream();
        request.writeBytes((method + " " + path + " HTTP/1.1\r\nHost: localhost:" + port + "\r\n" + fields
                        + (method.equals("GET") ? "" : "Content-Length: " + body.length + "\r\n") + "\r\n")
                .getBytes(StandardCharsets.ISO_8859_1));
        request.writeBytes(body);
        socket.getOutputStream().write(request.toByteArray());
        int status = Integer.parseInt(line().split(" ", -1)[1]);
        Map<String, String> answered = new TreeMap<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            answered.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).trim());
        }
        byte[] content = answered.containsKey("transfer-encoding")
                ? chunks()
                : in.readNBytes(Integer.parseInt(answered.getOrDefault("content-length", "0")));
        if (answered.getOrDefault("connection", "").equalsIgnoreCase("close")) {
            close();
        }
        return new Answer(status, answered, content);
    }

    private byte[] chunks() throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        while (true) {
            int length = Integer.parseInt(line().split(";", -1)[0].trim(), 16);
            all.writeBytes(in.readNBytes(length));
            line();
            if (length == 0) {
                return all.toByteArray();
            }
        }
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new EOFException("the port has closed the connection");
            }
            if (c != '\r') {
                line.write(c);
            }
        }
        return line.toString(StandardCharsets.ISO_8859_1);
    }

    private void open() throws IOException {
        Socket plain = new Socket();
        try {
            plain.bind(new InetSocketAddress(source, 0));
            plain.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), TIMEOUT_MILLIS);
            plain.setSoTimeout(TIMEOUT_MILLIS);
            plain.setTcpNoDelay(true);
            socket = (SSLSocket) tls.getSocketFactory().createSocket(plain, "localhost", port, true);
            socket.startHandshake();
        } catch (IOException e) {
            socket = null;
            plain.close();
            throw e;
        }
        in = new BufferedInputStream(socket.getInputStream());
        opened++;
    }

    @Override
    public void close() throws IOException {
        if (socket != null) {
            SSLSocket old = socket;
            socket = null;
            old.close();
        }
    }

    /** Addresses of this machine, so that no limit for one source ends the measurement. */
    static List<InetAddress> sources() throws IOException {
        List<InetAddress> sources = new ArrayList<>();
        for (byte last = 1; last <= 8; last++) {
            sources.add(InetAddress.getByAddress(new byte[] {127, 0, 0, last}));
        }
        return sources;
    }
}
