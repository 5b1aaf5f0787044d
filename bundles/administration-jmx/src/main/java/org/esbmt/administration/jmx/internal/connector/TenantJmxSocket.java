package org.esbmt.administration.jmx.internal.connector;

import static java.util.Objects.requireNonNull;

import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection to the tenants' connector, with time limits for its client. The time for a request, with the pause
 * before it, is counted from the last answer. Before the first answer, that of the handshake, the limit is shorter. The
 * time for the client to read an answer is counted from the beginning of the answer. During a call no data is read or
 * written, and no time counts. RMI itself would wait for two hours for a request, and without a limit for the client to
 * read an answer.
 *
 * <p>Threads: RMI's of this connection, any that queries its waiting time, and any that closes it.
 */
final class TenantJmxSocket extends Socket {
    private static final Logger LOG = LoggerFactory.getLogger(TenantJmxSocket.class);

    /**
     * The connection that this thread read from last. RMI has a thread for each connection, and executes the client's
     * calls there.
     */
    private static final ThreadLocal<TenantJmxSocket> OF_THREAD = new ThreadLocal<>();

    private final ConnectionSlots slots;
    private final Object login = new Object();
    /** Guarded by login; empty unless a password is being checked. */
    private Optional<Thread> loggingIn = Optional.empty();
    /** Guarded by login. */
    private boolean gone;

    private volatile boolean loggedIn;
    private volatile boolean greeted;
    private volatile long acceptedAt = System.nanoTime();
    private volatile long answeredAt = System.nanoTime();
    private volatile boolean asking;
    private volatile boolean reading = true;
    /** True if all bytes since the last read are one answer, which began at {@link #answeringAt}. */
    private volatile boolean answering;

    private volatile boolean writing;
    private volatile long answeringAt;

    TenantJmxSocket(ConnectionSlots slots) {
        this.slots = requireNonNull(slots, "slots");
    }

    /**
     * Starts the clocks when the client arrives, since the listening thread may hold a new socket for long before that.
     */
    void accepted() {
        acceptedAt = System.nanoTime();
        answeredAt = acceptedAt;
    }

    /** Returns the connection whose call this thread executes; empty on any other thread than RMI's. */
    static Optional<TenantJmxSocket> ofThisThread() {
        return Optional.ofNullable(OF_THREAD.get());
    }

    /** Notes that a logged-in client uses this connection, although its login may have come over another one. */
    static void loggedInOnThisThread() {
        ofThisThread().ifPresent(socket -> socket.loggedIn = true);
    }

    boolean loggedIn() {
        return loggedIn;
    }

    /** The time of its arrival, on the clock of {@link System#nanoTime}. */
    long acceptedAt() {
        return acceptedAt;
    }

    /**
     * Checks a password, which may take long, and interrupts the check when the connection is closed. A connection that is
     * closed in favour of another must release its thread, too.
     *
     * @return empty also if the connection is closed already
     */
    <T> Optional<T> login(Supplier<Optional<T>> check) {
        synchronized (login) {
            if (gone) {
                return Optional.empty();
            }
            loggingIn = Optional.of(Thread.currentThread());
        }
        try {
            Optional<T> who = check.get();
            loggedIn |= who.isPresent();
            return who;
        } finally {
            synchronized (login) {
                loggingIn = Optional.empty();
                // An interrupt that was meant for this login must not reach the thread's next task.
                if (gone) {
                    Thread.interrupted();
                }
            }
        }
    }

    /** Tells whether the client has sent nothing since its arrival, or since the last answer. */
    boolean silent() {
        return reading && !(greeted && asking);
    }

    /**
     * Returns the nanoseconds that the server has waited for a request, or for the client to read an answer. 0 while a call is
     * under way.
     */
    long waitsFor(long now) {
        if (reading) {
            return Math.max(1, now - answeredAt);
        }
        return writing ? Math.max(1, now - answeringAt) : 0;
    }

    /** Tells whether the client has exceeded its time to read an answer. */
    boolean takesNothing(long now) {
        return writing && now - answeringAt > slots.limits().idle().toNanos();
    }

    /** Ignores RMI's timeout. */
    @Override
    public synchronized void setSoTimeout(int timeout) throws SocketException {
        // The timeout is set before each read.
    }

    @Override
    public InputStream getInputStream() throws IOException {
        return new Asked(super.getInputStream());
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
        return new Answered(super.getOutputStream());
    }

    @Override
    public synchronized void close() throws IOException {
        slots.giveBack(this);
        synchronized (login) {
            gone = true;
            loggingIn.ifPresent(Thread::interrupt);
        }
        super.close();
    }

    void closeQuietly() {
        try {
            close();
        } catch (IOException e) {
            LOG.debug("A JMX connection ended while it was closed.", e);
        }
    }

    private void patient() throws IOException {
        TenantJmxLimits limits = slots.limits();
        Duration patience = greeted ? limits.idle() : limits.handshake();
        long millis = TimeUnit.NANOSECONDS.toMillis(answeredAt + patience.toNanos() - System.nanoTime());
        if (millis <= 0) {
            throw new SocketTimeoutException("nothing came, or not all of a request, for " + patience);
        }
        super.setSoTimeout((int) Math.min(Integer.MAX_VALUE, millis));
    }

    private final class Asked extends FilterInputStream {
        Asked(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            patient();
            OF_THREAD.set(TenantJmxSocket.this);
            answering = false;
            reading = true;
            try {
                int count = in.read(into, offset, length);
                asking = count > 0 || asking;
                if (count < 0) {
                    OF_THREAD.remove();
                }
                return count;
            } finally {
                reading = false;
            }
        }
    }

    private final class Answered extends FilterOutputStream {
        Answered(OutputStream out) {
            super(out);
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] from, int offset, int length) throws IOException {
            if (!answering) {
                answeringAt = System.nanoTime();
                answering = true;
            }
            writing = true;
            try {
                out.write(from, offset, length);
            } finally {
                writing = false;
            }
            greeted = true;
            asking = false;
            answeredAt = System.nanoTime();
        }
    }
}
