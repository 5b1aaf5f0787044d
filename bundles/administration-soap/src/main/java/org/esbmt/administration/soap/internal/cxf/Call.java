package org.esbmt.administration.soap.internal.cxf;

import static java.util.Objects.requireNonNull;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.UUID;
import javax.xml.stream.XMLStreamException;
import org.apache.cxf.message.Message;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.soap.internal.envelope.GuardedReader;
import org.esbmt.administration.soap.internal.payload.ResponseWriter.Attachment;
import org.esbmt.administration.soap.internal.refusal.FaultText;
import org.esbmt.administration.soap.internal.refusal.Refusal;

/** The state of one message on its way through CXF. Confined to one thread. */
final class Call {
    private final Incoming incoming;
    private final ClassLoader outer;
    private final MultipartStream body;
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private Optional<UUID> operation = Optional.empty();
    private Optional<Attachment> attachment = Optional.empty();
    private Optional<Refusal> refusal = Optional.empty();
    private GuardedReader reader;
    private Message out;

    /** @param outer the context class loader of the caller, under which services of other bundles are called */
    Call(Incoming incoming, ClassLoader outer) {
        this.incoming = requireNonNull(incoming, "incoming");
        this.outer = outer;
        this.body = new MultipartStream(incoming.exchange().body());
    }

    static Call of(Message message) {
        return requireNonNull(message.getExchange().get(Call.class), "the call of a message");
    }

    Incoming incoming() {
        return incoming;
    }

    /** The context class loader for calls of other bundles; null if the caller's thread has none. */
    ClassLoader outer() {
        return outer;
    }

    InputStream body() {
        return body;
    }

    /**
     * Reads the envelope and the body to their ends, so that no operation acts on a part of a message, or on one that is not
     * the signed one.
     */
    void finish(AttachedParts parts) throws XMLStreamException, IOException, Refusal {
        reader.finish();
        if (incoming.boundary().isPresent()) {
            body.finish(incoming.boundary().get());
        }
        if (incoming.signed().isPresent()) {
            incoming.signed().get().check(reader.recordedBody(), parts::read);
        }
    }

    void reads(GuardedReader guarded) {
        reader = guarded;
    }

    Administrator by() {
        return incoming.exchange().by().orElseThrow(() -> new IllegalStateException("the sender is not authenticated"));
    }

    void identified(Optional<UUID> request) {
        operation = request;
    }

    void attaches(Optional<Attachment> archive) {
        attachment = archive;
    }

    Optional<Attachment> attachment() {
        return attachment;
    }

    void refused(Refusal why) {
        refusal = Optional.of(why);
    }

    ByteArrayOutputStream writes(Message answer) {
        out = answer;
        return written;
    }

    Outgoing answer() {
        if (refusal.isEmpty() && out == null) {
            refusal = Optional.of(Refusal.internal());
        }
        if (refusal.isPresent()) {
            return fault(refusal.get());
        }
        String contentType = attachment.isPresent() ? (String) out.get(Message.CONTENT_TYPE) : contentType();
        return new Outgoing(200, contentType, written.toByteArray());
    }

    private Outgoing fault(Refusal why) {
        return new Outgoing(
                why.code().status(incoming.version()),
                contentType(),
                FaultText.of(why.fault(operation), incoming.version()));
    }

    private String contentType() {
        return incoming.version().mediaType() + "; charset=utf-8";
    }
}
