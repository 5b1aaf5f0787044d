package org.esbmt.itests.crash;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.apache.activemq.command.Command;
import org.apache.activemq.command.CommandTypes;
import org.apache.activemq.command.Message;
import org.apache.activemq.command.Response;
import org.apache.activemq.command.TransactionId;
import org.apache.activemq.command.TransactionInfo;
import org.apache.activemq.command.WireFormatInfo;
import org.apache.activemq.openwire.OpenWireFormat;
import org.apache.activemq.openwire.OpenWireFormatFactory;
import org.apache.activemq.util.ByteSequence;

/**
 * A connection to the broker in OpenWire. The proxy switches tight encoding and the cache off in the negotiation of both sides.
 * So each frame, a length and a command, can be read without the frames before it.
 */
final class BrokerConversation extends Conversation {
    private static final int LONGEST = 4 * 1024 * 1024;

    private final int port;
    private final Optional<Gate> gate;
    private final Telling telling;
    private final OpenWireFormat requests = format();
    private final OpenWireFormat answers = format();

    private boolean ofUnit;
    private volatile int heldCommand = -1;
    private volatile String heldStep = "";

    /** Watches the messages from the broker to a node. */
    interface Telling {
        /**
         * Returns when the proxy may pass the message on.
         *
         * @param frame a message on its way to a consumer, its bytes as ISO 8859-1
         */
        void told(String frame);
    }

    /** @param gate empty for a node without observed steps */
    BrokerConversation(Socket asking, int port, Optional<Gate> gate, Telling telling) {
        super(asking);
        this.port = port;
        this.gate = gate;
        this.telling = telling;
    }

    private static OpenWireFormat format() {
        OpenWireFormatFactory factory = new OpenWireFormatFactory();
        factory.setTightEncodingEnabled(false);
        factory.setCacheEnabled(false);
        OpenWireFormat format = (OpenWireFormat) factory.createWireFormat();
        format.setTightEncodingEnabled(false);
        format.setCacheEnabled(false);
        format.setStackTraceEnabled(true);
        return format;
    }

    @Override
    Socket connect(DataInputStream in) throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), port);
    }

    @Override
    void requests(DataInputStream in, OutputStream server) throws IOException {
        while (true) {
            byte[] frame = frame(in);
            if (type(frame) == CommandTypes.WIREFORMAT_INFO) {
                server.write(plain(frame, requests));
            } else if (gate.isPresent() && gate.get().isListening()) {
                looked(frame, server);
            } else {
                server.write(frame);
            }
        }
    }

    private void looked(byte[] frame, OutputStream server) throws IOException {
        Command command = (Command) requests.unmarshal(new ByteSequence(frame));
        String step = step(command);
        if (step.isEmpty()) {
            server.write(frame);
            return;
        }
        Gate open = gate.orElseThrow();
        open.note(new Gate.Step(Part.BROKER, step, command.getClass().getSimpleName()));
        open.pass(Part.BROKER, step, Point.Side.BEFORE);
        if (open.holds(Part.BROKER, step, Point.Side.AFTER) && command.isResponseRequired()) {
            heldStep = step;
            heldCommand = command.getCommandId();
            server.write(frame);
        } else {
            server.write(frame);
            open.pass(Part.BROKER, step, Point.Side.AFTER);
        }
    }

    private String step(Command command) {
        if (command instanceof TransactionInfo info && isOfUnit(info.getTransactionId())) {
            ofUnit |= info.getType() == TransactionInfo.BEGIN;
            return ofUnit ? step(info.getType()) : "";
        }
        return command instanceof Message message && isOfUnit(message.getTransactionId()) ? "send" : "";
    }

    /** A unit of work has an XA transaction. Recovery names no transaction, and a consumer has a local one of its session. */
    private static boolean isOfUnit(TransactionId transaction) {
        return transaction != null && transaction.isXATransaction();
    }

    private static String step(byte type) {
        return switch (type) {
            case TransactionInfo.BEGIN -> "begin";
            case TransactionInfo.END -> "end";
            case TransactionInfo.PREPARE -> "prepare";
            case TransactionInfo.COMMIT_ONE_PHASE, TransactionInfo.COMMIT_TWO_PHASE -> "commit";
            case TransactionInfo.ROLLBACK -> "rollback";
            default -> "";
        };
    }

    @Override
    void answers(DataInputStream in, OutputStream client) throws IOException {
        while (true) {
            byte[] frame = frame(in);
            byte type = type(frame);
            if (type == CommandTypes.WIREFORMAT_INFO) {
                client.write(plain(frame, answers));
                continue;
            }
            if (type == CommandTypes.MESSAGE_DISPATCH) {
                telling.told(new String(frame, ISO_8859_1));
            } else if (heldCommand >= 0
                    && answers.unmarshal(new ByteSequence(frame)) instanceof Response response
                    && response.getCorrelationId() == heldCommand) {
                gate.orElseThrow().pass(Part.BROKER, heldStep, Point.Side.AFTER);
                heldCommand = -1;
            }
            client.write(frame);
        }
    }

    private static byte[] plain(byte[] frame, OpenWireFormat format) throws IOException {
        WireFormatInfo info = (WireFormatInfo) format.unmarshal(new ByteSequence(frame));
        info.setTightEncodingEnabled(false);
        info.setCacheEnabled(false);
        info.setStackTraceEnabled(true);
        ByteSequence bytes = format.marshal(info);
        byte[] told = new byte[bytes.getLength()];
        System.arraycopy(bytes.getData(), bytes.getOffset(), told, 0, told.length);
        return told;
    }

    private static byte type(byte[] frame) {
        return frame.length > Integer.BYTES ? frame[Integer.BYTES] : 0;
    }

    private static byte[] frame(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > LONGEST) {
            throw new IOException(length + " is no length");
        }
        byte[] frame = new byte[Integer.BYTES + length];
        ByteBuffer.wrap(frame).putInt(length);
        in.readFully(frame, Integer.BYTES, length);
        return frame;
    }
}
