package org.esbmt.administration.soap.internal.http;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.esbmt.administration.api.batch.BatchText;
import org.esbmt.administration.catalogue.Services;
import org.esbmt.administration.http.api.Access;
import org.esbmt.administration.http.api.Answers;
import org.esbmt.administration.http.api.BodyNeed;
import org.esbmt.administration.http.api.Exchange;
import org.esbmt.administration.http.api.HttpResource;
import org.esbmt.administration.soap.internal.contract.Manager;
import org.esbmt.administration.soap.internal.contract.ServedDocuments;
import org.esbmt.administration.soap.internal.credential.SenderAuthentication;
import org.esbmt.administration.soap.internal.cxf.Incoming;
import org.esbmt.administration.soap.internal.cxf.ManagerEndpoints;
import org.esbmt.administration.soap.internal.cxf.Outgoing;
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

    private final SenderAuthentication senders;
    private final Supplier<Services> available;
    private final ServedDocuments documents = new ServedDocuments();
    private Optional<ManagerEndpoints> endpoints = Optional.empty();
    private boolean closed;

    /**
     * Makes the API. CXF starts with the first message.
     *
     * @param available the services of administration that this node has now
     */
    public SoapApi(SenderAuthentication senders, Supplier<Services> available) {
        this.senders = requireNonNull(senders, "senders");
        this.available = requireNonNull(available, "available");
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
        Optional<MessageType> type = MessageType.of(head);
        if (!head.method().equals(POST) || manager(pathBelow).isEmpty() || type.isEmpty()) {
            return BodyNeed.NONE;
        }
        return type.get().boundary().isPresent()
                ? new BodyNeed.Streamed(MAX_MULTIPART)
                : new BodyNeed.Whole(MAX_ENVELOPE);
    }

    private static Optional<Manager> manager(String pathBelow) {
        return pathBelow.isEmpty() ? Optional.empty() : Manager.find(pathBelow.substring(1));
    }

    @Override
    public Response handle(Exchange exchange) throws IOException {
        Optional<Manager> manager = manager(exchange.pathBelow());
        if (manager.isEmpty()) {
            return Answers.of(404).empty();
        }
        String method = exchange.head().method();
        if (List.of("GET", "HEAD").contains(method)) {
            return document(manager.get(), exchange);
        }
        if (!method.equals(POST)) {
            return Answers.of(405).field("Allow", "GET, HEAD, POST").empty();
        }
        Optional<MessageType> type = MessageType.of(exchange.head());
        return type.isEmpty() ? Answers.of(415).empty() : message(manager.get(), type.get(), exchange);
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

    private Response message(Manager manager, MessageType type, Exchange exchange) {
        Optional<ManagerEndpoints> open = endpoints();
        if (open.isEmpty()) {
            return refused(org.esbmt.administration.http.api.Refusal.UNAVAILABLE, exchange.head());
        }
        Outgoing answer = open.get()
                .answer(new Incoming(
                        manager, type.version(), type.contentType(), type.boundary(), type.action(), exchange));
        return Answers.of(answer.status()).bytes(answer.contentType(), answer.body());
    }

    /** Opens the endpoints for the first message. Empty once the API is closed: a late message opens no others. */
    private synchronized Optional<ManagerEndpoints> endpoints() {
        if (endpoints.isEmpty() && !closed) {
            ManagerEndpoints.Limits limits = new ManagerEndpoints.Limits(MAX_ENVELOPE, BatchText.MAX_ARCHIVES_BYTES);
            endpoints = Optional.of(new ManagerEndpoints(senders, available, limits));
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
                    case NOT_AUTHENTICATED, FORGED -> Refusal.notAuthenticated();
                };
        return refusal.answer(way())
                .bytes(version.mediaType() + "; charset=utf-8", FaultText.of(why.fault(Optional.empty()), version));
    }

    @Override
    public synchronized void close() {
        closed = true;
        endpoints.ifPresent(ManagerEndpoints::close);
        endpoints = Optional.empty();
    }
}
