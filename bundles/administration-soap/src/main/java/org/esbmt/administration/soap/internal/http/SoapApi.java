package org.esbmt.administration.soap.internal.http;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.esbmt.administration.api.batch.BatchText;
import org.esbmt.administration.catalogue.Services;
import org.esbmt.administration.http.api.Access;
import org.esbmt.administration.http.api.Answers;
import org.esbmt.administration.http.api.BodyNeed;
import org.esbmt.administration.http.api.Exchange;
import org.esbmt.administration.http.api.HttpResource;
import org.esbmt.administration.http.api.OwnMessage;
import org.esbmt.administration.soap.internal.contract.Manager;
import org.esbmt.administration.soap.internal.contract.ServedDocuments;
import org.esbmt.administration.soap.internal.credential.SenderAuthentication;
import org.esbmt.administration.soap.internal.cxf.ManagerEndpoints;
import org.esbmt.administration.soap.internal.cxf.PartFiles;
import org.esbmt.administration.soap.internal.refusal.FaultText;
import org.esbmt.administration.soap.internal.refusal.Refusal;
import org.esbmt.administration.soap.internal.vocabulary.SoapVersion;
import org.esbmt.http.api.RequestHead;
import org.esbmt.http.api.Response;

/** The SOAP API below one path: a segment for each manager, with {@code ?wsdl} and {@code ?xsd}. */
public final class SoapApi implements HttpResource, AutoCloseable {
    static final String PATH = "/soap";

    /** A text of a batch is escaped in its envelope. */
    private static final int MAX_ENVELOPE = 2 * BatchText.MAX_BYTES;

    private static final long MAX_MULTIPART = MAX_ENVELOPE + BatchText.MAX_ARCHIVES_BYTES + (64 << 10);
    private static final String XML = "text/xml; charset=utf-8";
    private static final String POST = "POST";
    private static final Set<String> READS = Set.of("GET", "HEAD");

    private final SenderAuthentication senders;
    private final Supplier<Services> available;
    private final PartFiles files;
    private final ServedDocuments documents = new ServedDocuments();
    private Optional<ManagerEndpoints> endpoints = Optional.empty();
    private boolean closed;

    /**
     * Makes the API. CXF starts with the first message.
     *
     * @param available the services of administration that this node has now
     * @param parts the folder for large parts of messages, of this node alone
     */
    public SoapApi(SenderAuthentication senders, Supplier<Services> available, Path parts) throws IOException {
        this.senders = requireNonNull(senders, "senders");
        this.available = requireNonNull(available, "available");
        this.files = new PartFiles(parts);
    }

    @Override
    public String path() {
        return PATH;
    }

    @Override
    public String way() {
        return SenderAuthentication.WAY;
    }

    @Override
    public Access access() {
        return Access.OWN;
    }

    @Override
    public BodyNeed body(RequestHead head, String pathBelow) {
        if (manager(pathBelow).isEmpty()) {
            return new BodyNeed.Refused(Answers.of(404).empty());
        }
        if (READS.contains(head.method())) {
            return BodyNeed.NONE;
        }
        if (!head.method().equals(POST)) {
            return new BodyNeed.Refused(
                    Answers.of(405).field("Allow", "GET, HEAD, POST").empty());
        }
        return MessageType.of(head)
                .<BodyNeed>map(
                        type -> new BodyNeed.Streamed(type.boundary().isPresent() ? MAX_MULTIPART : MAX_ENVELOPE))
                .orElseGet(() -> new BodyNeed.Refused(Answers.of(415).empty()));
    }

    private static Optional<Manager> manager(String pathBelow) {
        return pathBelow.isEmpty() ? Optional.empty() : Manager.find(pathBelow.substring(1));
    }

    @Override
    public Optional<OwnMessage> message(RequestHead head, String pathBelow) {
        return head.method().equals(POST)
                ? manager(pathBelow).flatMap(manager -> MessageType.of(head)
                        .map(type -> new SoapMessage(manager, type, senders, this::endpoints)))
                : Optional.empty();
    }

    /** Serves a document; messages are handled by their own objects. */
    @Override
    public Response handle(Exchange exchange) {
        return manager(exchange.pathBelow())
                .map(manager -> document(manager, exchange))
                .orElseGet(() -> Answers.of(404).empty());
    }

    private Response document(Manager manager, Exchange exchange) {
        return switch (exchange.head().query().orElse("")) {
            case "wsdl", "WSDL" ->
                Answers.of(200)
                        .text(XML, documents.wsdl(manager, exchange.address().url(PATH)));
            case "xsd", "XSD" -> Answers.of(200).text(XML, documents.schema());
            default -> Answers.of(404).empty();
        };
    }

    /** Opens the endpoints for the first message. Empty once the API is closed: a late message opens no others. */
    private synchronized Optional<ManagerEndpoints> endpoints() {
        if (endpoints.isEmpty() && !closed) {
            ManagerEndpoints.Limits limits = new ManagerEndpoints.Limits(MAX_ENVELOPE, BatchText.MAX_ARCHIVES_BYTES);
            endpoints = Optional.of(new ManagerEndpoints(available, limits, files));
        }
        return endpoints;
    }

    @Override
    public Response refused(org.esbmt.administration.http.api.Refusal refusal, RequestHead head) {
        SoapVersion version = MessageType.of(head).map(MessageType::version).orElse(SoapVersion.SOAP_11);
        Refusal why =
                switch (refusal) {
                    case BUSY -> Refusal.busy();
                    case UNAVAILABLE -> Refusal.unavailable();
                    case BEGINNING_TOO_LONG -> Refusal.headerTooLong(OwnMessage.MOST_BEGINNING_BYTES);
                    case NOT_AUTHENTICATED, WRONG_TOKEN, FORGED -> Refusal.notAuthenticated();
                };
        // Clients look for a fault under the status of the binding alone.
        Response.Builder answer = refusal == org.esbmt.administration.http.api.Refusal.BEGINNING_TOO_LONG
                ? Answers.of(why.code().status(version))
                : refusal.answer(way());
        return answer.bytes(
                version.mediaType() + "; charset=utf-8", FaultText.of(why.fault(Optional.empty()), version));
    }

    @Override
    public synchronized void close() {
        closed = true;
        endpoints.ifPresent(ManagerEndpoints::close);
        endpoints = Optional.empty();
    }
}
