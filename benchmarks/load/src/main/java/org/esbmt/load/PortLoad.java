package org.esbmt.load;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import javax.net.ssl.SSLSocket;

/** Clients of the administration port beside the messages: administrators who poll, guesses of passwords, slow senders. */
final class PortLoad implements AutoCloseable {
    private final List<Thread> threads = new ArrayList<>();
    private final LongAdder requests = new LongAdder();
    private final LongAdder others = new LongAdder();
    private final AtomicInteger open = new AtomicInteger();
    private volatile boolean running = true;

    /** The work of one client, again and again. */
    private interface Work {
        void once() throws IOException, InterruptedException;
    }

    /** Administrators with a page each, that is read again after an interval. */
    static PortLoad polling(AdministrationPort port, List<String> cookies, String page, long intervalMillis)
            throws IOException {
        PortLoad load = new PortLoad();
        List<InetAddress> sources = PortConnection.sources();
        for (int i = 0; i < cookies.size(); i++) {
            String cookie = cookies.get(i) + "X-Background: true\r\n";
            PortConnection connection = port.connect(sources.get(i % sources.size()));
            load.start(i * intervalMillis / cookies.size(), connection, () -> {
                long next = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(intervalMillis);
                load.count(connection.send("GET", page, cookie, new byte[0]).status() == 200);
                TimeUnit.NANOSECONDS.sleep(Math.max(0, next - System.nanoTime()));
            });
        }
        return load;
    }

    /** Wrong passwords, each of another login, a number a second over a number of connections. */
    static PortLoad guessing(AdministrationPort port, int perSecond, int connections) throws IOException {
        PortLoad load = new PortLoad();
        List<InetAddress> sources = PortConnection.sources();
        long interval = TimeUnit.SECONDS.toNanos(connections) / perSecond;
        for (int i = 0; i < connections; i++) {
            PortConnection connection = port.connect(sources.get(i % sources.size()));
            long[] next = {System.nanoTime() + i * interval / connections};
            load.start(0, connection, () -> {
                TimeUnit.NANOSECONDS.sleep(Math.max(0, next[0] - System.nanoTime()));
                next[0] += interval;
                int status = connection
                        .send("GET", "/api/v1/me", AdministrationPort.basic("nobody-" + next[0], "guess"), new byte[0])
                        .status();
                load.count(status == 401 || status == 503); // 503: too many passwords wait for their check
            });
        }
        return load;
    }

    /** Connections that send a byte of a request's head each second, and come back when they are closed. */
    static PortLoad slow(AdministrationPort port, int connections) throws IOException {
        PortLoad load = new PortLoad();
        List<InetAddress> sources = PortConnection.sources();
        for (int i = 0; i < connections; i++) {
            InetAddress source = sources.get(i % sources.size());
            load.start(i * 5L, () -> {}, () -> load.slowHead(port, source));
        }
        return load;
    }

    private void slowHead(AdministrationPort port, InetAddress source) throws IOException, InterruptedException {
        try (Socket plain = new Socket()) {
            plain.bind(new InetSocketAddress(source, 0));
            plain.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port.port()), 5_000);
            try (SSLSocket socket =
                    (SSLSocket) port.tls().getSocketFactory().createSocket(plain, "localhost", port.port(), true)) {
                socket.setSoTimeout(10_000);
                socket.startHandshake();
                open.incrementAndGet();
                try {
                    OutputStream out = socket.getOutputStream();
                    out.write("POST /login HTTP/1.1\r\n".getBytes(StandardCharsets.US_ASCII));
                    while (running) {
                        out.write('x');
                        TimeUnit.SECONDS.sleep(1);
                    }
                } finally {
                    open.decrementAndGet();
                    requests.increment();
                }
            }
        }
    }

    private void count(boolean expected) {
        (expected ? requests : others).increment();
    }

    private void start(long afterMillis, AutoCloseable closedAtEnd, Work work) {
        Thread thread = new Thread(() -> {
            try (closedAtEnd) {
                TimeUnit.MILLISECONDS.sleep(afterMillis);
                while (running) {
                    try {
                        work.once();
                    } catch (InterruptedIOException e) {
                        others.increment();
                    } catch (IOException e) {
                        others.increment();
                        TimeUnit.MILLISECONDS.sleep(200);
                    }
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (Exception e) {
                others.increment();
            }
        });
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
    }

    /** Answers as expected until now; of slow connections those that the port has closed. */
    long answered() {
        return requests.sum();
    }

    /** Other answers and broken connections until now. */
    long otherwise() {
        return others.sum();
    }

    /** Slow connections that are open now. */
    int openNow() {
        return open.get();
    }

    @Override
    public void close() {
        running = false;
        threads.forEach(Thread::interrupt);
        for (Thread thread : threads) {
            try {
                thread.join(TimeUnit.SECONDS.toMillis(5));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
