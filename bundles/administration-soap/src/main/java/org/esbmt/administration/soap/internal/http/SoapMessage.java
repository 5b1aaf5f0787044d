package org.esbmt.administration.soap.internal.http;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.esbmt.administration.http.api.Answers;
import org.esbmt.administration.http.api.Exchange;
import org.esbmt.administration.http.api.OwnMessage;
import org.esbmt.administration.soap.internal.contract.Manager;
import org.esbmt.administration.soap.internal.credential.Sender;
import org.esbmt.administration.soap.internal.credential.SenderAuthentication;
import org.esbmt.administration.soap.internal.credential.SignedBody;
import org.esbmt.administration.soap.internal.cxf.Incoming;
import org.esbmt.administration.soap.internal.cxf.ManagerEndpoints;
import org.esbmt.administration.soap.internal.cxf.Outgoing;
import org.esbmt.administration.soap.internal.envelope.AddressingBlocks;
import org.esbmt.administration.soap.internal.envelope.EnvelopeScan;
import org.esbmt.administration.soap.internal.envelope.Preamble;
import org.esbmt.administration.soap.internal.refusal.FaultText;
import org.esbmt.administration.soap.internal.refusal.Refusal;
import org.esbmt.administration.soap.internal.vocabulary.ContextLoader;
import org.esbmt.http.api.Response;

/** A message to a manager. The sender is authenticated by the header, before the Body arrives. */
final class SoapMessage implements OwnMessage {
    private final Manager manager;
    private final MessageType type;
    private final SenderAuthentication senders;
    private final Supplier<Optional<ManagerEndpoints>> endpoints;
    private final EnvelopeScan scan;
    private final List<String> actions = new ArrayList<>();
    private Optional<SignedBody> signed = Optional.empty();
    private Preamble preamble;

    /** @param endpoints empty once the API is closed */
    SoapMessage(
            Manager manager,
            MessageType type,
            SenderAuthentication senders,
            Supplier<Optional<ManagerEndpoints>> endpoints) {
        this.manager = requireNonNull(manager, "manager");
        this.type = requireNonNull(type, "type");
        this.senders = requireNonNull(senders, "senders");
        this.endpoints = requireNonNull(endpoints, "endpoints");
        this.scan = new EnvelopeScan(type.boundary().isPresent());
    }

    @Override
    public boolean isBegun(byte[] bytes, int size) {
        return scan.isComplete(bytes, size);
    }

    @Override
    public Admission admit(Exchange exchange) throws IOException {
        byte[] beginning = Arrays.copyOf(exchange.body().readAllBytes(), scan.end());
        ClassLoader outer = ContextLoader.useOwn();
        try {
            preamble = Preamble.read(beginning, type.version(), type.boundary(), type.start());
            type.action().filter(name -> !name.isEmpty()).ifPresent(actions::add);
            actions.addAll(AddressingBlocks.check(preamble.blocks()));
            String address = exchange.address().url(SoapApi.PATH + "/" + manager.serviceName());
            Sender sender = senders.authenticate(preamble, address, exchange, outer);
            signed = sender.body();
            return new Admission.Admitted(sender.by());
        } catch (Refusal e) {
            return new Admission.Refused(fault(e));
        } finally {
            ContextLoader.use(outer);
        }
    }

    private Response fault(Refusal refusal) {
        return Answers.of(refusal.code().status(type.version()))
                .bytes(
                        type.version().mediaType() + "; charset=utf-8",
                        FaultText.of(refusal.fault(Optional.empty()), type.version()));
    }

    @Override
    public Response handle(Exchange exchange) {
        Optional<ManagerEndpoints> open = endpoints.get();
        if (open.isEmpty()) {
            return fault(Refusal.unavailable());
        }
        Outgoing answer = open.get()
                .answer(new Incoming(
                        manager,
                        type.version(),
                        type.contentType(),
                        type.boundary(),
                        preamble,
                        actions,
                        signed,
                        exchange));
        return Answers.of(answer.status()).bytes(answer.contentType(), answer.body());
    }
}
