package org.esbmt.itests.crash;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A connection to the PostgreSQL server of the database that the startup message names. In a connection of a distributed
 * transaction each round trip is a step: a simple query, or everything up to a Sync message. PostgreSQL's documentation,
 * "Frontend/Backend Protocol", has the formats. After the first message each one is a letter, a length that counts itself, and
 * the content.
 */
final class RegistryConversation extends Conversation {
    private static final int VERSION = 196_608;
    private static final int CANCEL = 80_877_102;
    private static final int TLS = 80_877_103;
    private static final int ENCRYPTION = 80_877_104;
    private static final int LONGEST = 64 * 1024 * 1024;
    private static final int TEXT = 200;

    /** The idle limit of the connections of units of work. Pooled connections have another one. */
    private static final String OF_UNITS = "idle_in_transaction_session_timeout=120000";

    private final Map<Part, Integer> ports;
    private final Optional<Gate> gate;
    private final Map<String, String> prepared = new HashMap<>();

    private Part part = Part.NODE;
    private boolean ofUnit;
    private boolean counted;
    private int statements;
    /** The step of the current round trip, if the gate holds its answer; otherwise empty. */
    private volatile String held = "";

    /** @param gate empty for a node without observed steps */
    RegistryConversation(Socket asking, Map<Part, Integer> ports, Optional<Gate> gate) {
        super(asking);
        this.ports = ports;
        this.gate = gate;
    }

    Part part() {
        return part;
    }

    @Override
    Socket connect(DataInputStream in) throws IOException {
        byte[] first = sized(in);
        int code = ByteBuffer.wrap(first).getInt(Integer.BYTES);
        while (code == TLS || code == ENCRYPTION) {
            client().write('N');
            client().flush();
            first = sized(in);
            code = ByteBuffer.wrap(first).getInt(Integer.BYTES);
        }
        if (code == CANCEL) {
            // The cancellation's secret alone identifies its server, so each server gets it.
            for (int port : ports.values()) {
                try (Socket server = new Socket(InetAddress.getLoopbackAddress(), port)) {
                    server.getOutputStream().write(first);
                } catch (IOException e) {
                    // a server that is down has nothing to cancel
                }
            }
            throw new EOFException("a cancellation is all there is in its connection");
        }
        if (code != VERSION) {
            throw new IOException("protocol " + code + " is not known here");
        }
        Map<String, String> parameters = parameters(first);
        part = Part.ofDatabase(parameters.getOrDefault("database", ""))
                .orElseThrow(() -> new IOException("no such database: " + parameters));
        ofUnit = parameters.getOrDefault("options", "").contains(OF_UNITS);
        Socket server = new Socket(InetAddress.getLoopbackAddress(), ports.get(part));
        server.getOutputStream().write(first);
        return server;
    }

    private static Map<String, String> parameters(byte[] startup) {
        String[] texts = new String(startup, 8, startup.length - 8, UTF_8).split("\0", -1);
        Map<String, String> parameters = new HashMap<>();
        for (int i = 0; i + 1 < texts.length && !texts[i].isEmpty(); i += 2) {
            parameters.put(texts[i], texts[i + 1]);
        }
        return parameters;
    }

    private static byte[] sized(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < Integer.BYTES * 2 || length > LONGEST) {
            throw new IOException(length + " is no length");
        }
        byte[] message = new byte[length];
        ByteBuffer.wrap(message).putInt(length);
        in.readFully(message, Integer.BYTES, length - Integer.BYTES);
        return message;
    }

    @Override
    void requests(DataInputStream in, OutputStream server) throws IOException {
        ByteArrayOutputStream pending = new ByteArrayOutputStream();
        StringBuilder text = new StringBuilder();
        while (true) {
            int type = in.read();
            if (type < 0) {
                return;
            }
            byte[] content = content(in);
            pending.write(type);
            pending.write(ByteBuffer.allocate(Integer.BYTES)
                    .putInt(content.length + Integer.BYTES)
                    .array());
            pending.write(content);
            switch (type) {
                case 'Q' -> append(text, zeroEnded(content, 0));
                case 'P' -> {
                    String name = zeroEnded(content, 0);
                    String sql = zeroEnded(content, name.getBytes(UTF_8).length + 1);
                    prepared.put(name, sql);
                }
                case 'B' -> {
                    String portal = zeroEnded(content, 0);
                    String name = zeroEnded(content, portal.getBytes(UTF_8).length + 1);
                    append(text, prepared.getOrDefault(name, "?"));
                }
                default -> {
                    // nothing to read in it
                }
            }
            if (type == 'Q' || type == 'S') {
                roundTrip(text.toString(), pending.toByteArray(), server);
                pending.reset();
                text.setLength(0);
            } else if (type == 'p' || type == 'X' || type == 'H') {
                server.write(pending.toByteArray());
                pending.reset();
            }
        }
    }

    private static void append(StringBuilder text, String sql) {
        text.append(text.isEmpty() ? "" : "; ")
                .append(sql.replaceAll("\\s+", " ").strip());
    }

    private void roundTrip(String text, byte[] request, OutputStream server) throws IOException {
        String step = gate.isPresent() && ofUnit && gate.get().isListening() ? step(text) : "";
        if (!step.isEmpty()) {
            gate.get().note(new Gate.Step(part, step, text.substring(0, Math.min(TEXT, text.length()))));
            gate.get().pass(part, step, Point.Side.BEFORE);
            held = gate.get().holds(part, step, Point.Side.AFTER) ? step : "";
        }
        server.write(request);
    }

    /** Empty outside a transaction's steps, such as for the settings of a new connection, and for recovery. */
    private String step(String text) {
        counted |= text.startsWith("BEGIN");
        if (!counted) {
            return "";
        }
        if (text.contains("PREPARE TRANSACTION")) {
            return "prepare";
        }
        if (text.contains("COMMIT PREPARED")) {
            return "commit";
        }
        if (text.contains("ROLLBACK")) {
            return "rollback";
        }
        statements++;
        return Integer.toString(statements);
    }

    @Override
    void answers(DataInputStream in, OutputStream client) throws IOException {
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        while (true) {
            int type = in.read();
            if (type < 0) {
                return;
            }
            byte[] content = content(in);
            answer.write(type);
            answer.write(ByteBuffer.allocate(Integer.BYTES)
                    .putInt(content.length + Integer.BYTES)
                    .array());
            answer.write(content);
            String step = held;
            boolean whole = type == 'Z';
            if (whole && !step.isEmpty()) {
                gate.orElseThrow().pass(part, step, Point.Side.AFTER);
                held = "";
            }
            if (whole || step.isEmpty()) {
                client.write(answer.toByteArray());
                answer.reset();
            }
        }
    }

    private static byte[] content(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < Integer.BYTES || length > LONGEST) {
            throw new IOException(length + " is no length");
        }
        return in.readNBytes(length - Integer.BYTES);
    }

    private static String zeroEnded(byte[] content, int from) {
        int end = from;
        while (end < content.length && content[end] != 0) {
            end++;
        }
        return new String(content, from, end - from, UTF_8);
    }
}
