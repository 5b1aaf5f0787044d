package org.esbmt.testing.http;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** A client that sends any bytes, however wrong, and reads the answers. */
public final class RawClient implements Closeable {
    private final Socket socket;
    private final InputStream in;

    public RawClient(InetSocketAddress address) throws IOException {
        this(new Socket(address.getAddress(), address.getPort()));
    }

    public RawClient(Socket socket) throws IOException {
        this.socket = socket;
        this.socket.setSoTimeout(10_000);
        this.socket.setTcpNoDelay(true);
        this.in = socket.getInputStream();
    }

    /**
     * An answer. {@code status} is 0 if the connection ended instead. The values of a repeated header are lines of one
     * text.
     */
    public record Answer(int status, Map<String, String> headers, String text) {
        public String header(String name) {
            return headers.get(name.toLowerCase(Locale.ROOT));
        }
    }

    public RawClient send(String text) throws IOException {
        return send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    public RawClient send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
        return this;
    }

    public Socket socket() {
        return socket;
    }

    /** Reads one answer with its body. */
    public Answer answer() throws IOException {
        return answer(true);
    }

    /** Reads one answer to HEAD: its fields may announce a body that does not come. */
    public Answer answerToHead() throws IOException {
        return answer(false);
    }

    private Answer answer(boolean withBody) throws IOException {
        String status = line();
        if (status == null) {
            return new Answer(0, Map.of(), "");
        }
        Map<String, String> headers = new LinkedHashMap<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            headers.merge(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip(),
                    (first, second) -> first + "\n" + second);
        }
        int code = Integer.parseInt(status.substring(9, 12));
        byte[] body;
        if (!withBody || code == 100 || code == 204 || code == 304) {
            body = new byte[0];
        } else if ("chunked".equals(headers.get("transfer-encoding"))) {
            body = chunks();
        } else if (headers.containsKey("content-length")) {
            int length = Integer.parseInt(headers.get("content-length"));
            body = in.readNBytes(length);
            if (body.length < length) {
                throw new EOFException("the body is cut off after " + body.length + " of " + length);
            }
        } else {
            body = in.readAllBytes();
        }
        return new Answer(code, headers, new String(body, StandardCharsets.UTF_8));
    }

    private byte[] chunks() throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        while (true) {
            String size = line();
            if (size == null) {
                throw new EOFException("the body is cut off");
            }
            int n = Integer.parseInt(size, 16);
            byte[] data = in.readNBytes(n);
            if (data.length < n) {
                throw new EOFException("the body is cut off");
            }
            body.write(data);
            if (!"".equals(line())) {
                throw new EOFException("a chunk without its end");
            }
            if (n == 0) {
                return body.toByteArray();
            }
        }
    }

    /** Reads a line; null at the end of the connection. */
    public String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = in.read(); b >= 0; b = in.read()) {
            if (b == '\n') {
                String text = line.toString(StandardCharsets.ISO_8859_1);
                return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
            }
            line.write(b);
        }
        return line.size() == 0 ? null : line.toString(StandardCharsets.ISO_8859_1);
    }

    /** Waits for the peer; returns true if it has closed, with nothing more to read. */
    public boolean isAtEnd() throws IOException {
        try {
            return in.read() < 0;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (SocketException e) {
            return true;
        }
    }

    public InputStream input() {
        return in;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
