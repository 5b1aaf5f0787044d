package org.esbmt.http.bc.internal.endpoint;

import org.esbmt.http.bc.internal.soap.HeadResult;
import org.esbmt.jbi.container.api.ExchangeFailedException;

/**
 * A message was refused while its body was on its way to the provider. A provider that reads the body finds the reason
 * here, and the correlation id that the sender got.
 */
final class RefusedMessageException extends ExchangeFailedException {
    private static final long serialVersionUID = 1L;

    RefusedMessageException(HeadResult.Refused refused) {
        super(Reason.REFUSED, refused.code() + ": " + refused.sentence(), null);
    }
}
