package org.esbmt.administration.soap.internal.cxf;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import org.esbmt.administration.http.api.Exchange;
import org.esbmt.administration.soap.internal.contract.Manager;
import org.esbmt.administration.soap.internal.credential.SignedBody;
import org.esbmt.administration.soap.internal.envelope.Preamble;
import org.esbmt.administration.soap.internal.vocabulary.SoapVersion;

/**
 * A message to a manager.
 *
 * @param boundary of a multipart message
 * @param preamble the beginning of the message, by which its sender was authenticated
 * @param actions those that the message names beside its request element
 * @param signed the Body of a signed message
 * @param exchange the request with the sender, and with the message as its body
 */
public record Incoming(
        Manager manager,
        SoapVersion version,
        String contentType,
        Optional<String> boundary,
        Preamble preamble,
        List<String> actions,
        Optional<SignedBody> signed,
        Exchange exchange) {
    public Incoming {
        requireNonNull(manager, "manager");
        requireNonNull(version, "version");
        requireNonNull(contentType, "contentType");
        requireNonNull(boundary, "boundary");
        requireNonNull(preamble, "preamble");
        actions = List.copyOf(actions);
        requireNonNull(signed, "signed");
        requireNonNull(exchange, "exchange");
    }
}
