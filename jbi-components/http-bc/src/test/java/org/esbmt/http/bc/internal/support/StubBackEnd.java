package org.esbmt.http.bc.internal.support;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ServerSocketFactory;

/** A back end on a real socket that records its requests and answers as configured. */
public final class StubBackEnd implements Closeable {
    /** Answers one request; an exception ends the connection. */
    @FunctionalInterface
    public interface Behaviour {
        void answer(Request request, OutputStream out) throws IOException;
    }

    /** A completely received request. */
    public record Request(String startLine, List<String> headers, String text, Socket socket) {
        public String header(String name) {
            String prefix = name.toLowerCase(Locale.ROOT) + ":";
            return headers.stream()
                    .filter(h -> h.toLowerCase(Locale.ROOT).startsWith(prefix))
                    .map(h -> h.substring(prefix.length()).strip())
                    .findFirst()
                    .orElse(null);
        }
    }

    private final ServerSocket server;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final List<Request> requests = new CopyOnWriteArrayList<>();
    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicInteger bytes = new AtomicInteger();
    private final AtomicInteger broken = new AtomicInteger();
    private volatile Behaviour behaviour;

    public StubBackEnd(Behaviour behaviour) throws IOException {
        this(behaviour, ServerSocketFactory.getDefault());
    }

    public StubBackEnd(Behaviour behaviour, ServerSocketFactory factory) throws IOException {
        this.behaviour = behaviour;
        this.server = factory.createServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread acceptor = new Thread(this::accept, "stub-" + server.getLocalPort());
        acceptor.setDaemon(true);
        acceptor.start();
    }

    /** A back end whose SOAP answers contain its name and the request. */
    public static StubBackEnd echo(String name) throws IOException {
        return new StubBackEnd((request, out) -> ok(out, Soap.answer(name, request.text())));
    }

    public static void ok(OutputStream out, String body) throws IOException {
        respond(out, "200 OK", "text/xml; charset=utf-8", body);
    }

    public static void respond(OutputStream out, String status, String type, String body) throws IOException {
        byte[] b = body.getBytes(StandardCharsets.UTF_8);
        raw(out, "HTTP/1.1 " + status + "\r\nContent-Type: " + type + "\r\nContent-Length: " + b.length + "\r\n\r\n");
        out.write(b);
        out.flush();
    }

    public static void raw(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.ISO_8859_1));
        out.flush();
    }

    public void behave(Behaviour other) {
        behaviour = other;
    }

    public int port() {
        return server.getLocalPort();
    }

    public String url() {
        return "http://127.0.0.1:" + port() + "/service";
    }

    public List<Request> requests() {
        return requests;
    }

    public int connections() {
        return connections.get();
    }

    public int openConnections() {
        return sockets.size();
    }

    /** The number of all received bytes, of complete requests or not. */
    public int bytes() {
        return bytes.get();
    }

    /** The number of requests that began and never ended. */
    public int brokenRequests() {
        return broken.get();
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = server.accept();
                connections.incrementAndGet();
                sockets.add(socket);
                Thread thread = new Thread(() -> serve(socket), "stub-connection");
                thread.setDaemon(true);
                thread.start();
            }
        } catch (IOException e) {
            // closed
        }
    }

    private void serve(Socket socket) {
        boolean[] begun = new boolean[1];
        try (socket) {
            socket.setTcpNoDelay(true);
            InputStream in = socket.getInputStream();
            OutputStream out = socket.getOutputStream();
            while (true) {
                begun[0] = false;
                Request request = read(in, socket, begun);
                if (request == null) {
                    return;
                }
                begun[0] = false;
                requests.add(request);
                behaviour.answer(request, out);
            }
        } catch (IOException | UncheckedIOException e) {
            if (begun[0]) {
                broken.incrementAndGet();
            }
        } finally {
            sockets.remove(socket);
        }
    }

    private Request read(InputStream in, Socket socket, boolean[] begun) throws IOException {
        String start = line(in, begun);
        if (start == null) {
            return null;
        }
        List<String> headers = new ArrayList<>();
        long length = 0;
        boolean chunked = false;
        for (String line = line(in, begun); !line.isEmpty(); line = line(in, begun)) {
            headers.add(line);
            String lower = line.toLowerCase(Locale.ROOT);
            if (lower.startsWith("content-length:")) {
                length = Long.parseLong(lower.substring(15).strip());
            }
            chunked |= lower.equals("transfer-encoding: chunked");
        }
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        if (chunked) {
            int n;
            do {
                n = Integer.parseInt(line(in, begun), 16);
                take(in, n, body);
                line(in, begun);
            } while (n > 0);
        } else {
            take(in, length, body);
        }
        return new Request(start, headers, body.toString(StandardCharsets.UTF_8), socket);
    }

    private void take(InputStream in, long length, ByteArrayOutputStream body) throws IOException {
        byte[] buffer = new byte[65_536];
        long left = length;
        while (left > 0) {
            int n = in.read(buffer, 0, (int) Math.min(left, buffer.length));
            if (n < 0) {
                throw new IOException("cut off");
            }
            bytes.addAndGet(n);
            left -= n;
            if (body.size() < 4_000_000) {
                body.write(buffer, 0, n); // enough for assertions; a test of 100 MB must not keep them
            }
        }
    }

    private String line(InputStream in, boolean[] begun) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = in.read(); b >= 0; b = in.read()) {
            begun[0] = true;
            bytes.incrementAndGet();
            if (b == '\n') {
                String text = line.toString(StandardCharsets.ISO_8859_1);
                return text.substring(0, text.length() - 1);
            }
            line.write(b);
        }
        if (begun[0]) {
            throw new IOException("cut off");
        }
        return null;
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
