package org.esbmt.administration.soap.internal.cxf;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import org.esbmt.administration.http.api.Exchange;
import org.esbmt.administration.soap.internal.contract.Manager;
import org.esbmt.administration.soap.internal.vocabulary.SoapVersion;

/**
 * A message to a manager.
 *
 * @param boundary of a multipart message
 * @param action of the transport, if there is one
 * @param exchange the request with the message as its body
 */
public record Incoming(
        Manager manager,
        SoapVersion version,
        String contentType,
        Optional<String> boundary,
        Optional<String> action,
        Exchange exchange) {
    public Incoming {
        requireNonNull(manager, "manager");
        requireNonNull(version, "version");
        requireNonNull(contentType, "contentType");
        requireNonNull(boundary, "boundary");
        requireNonNull(action, "action");
        requireNonNull(exchange, "exchange");
    }

    /** The actions that a message names beside its request element. */
    List<String> actions() {
        return action.filter(name -> !name.isEmpty()).stream().toList();
    }
}
