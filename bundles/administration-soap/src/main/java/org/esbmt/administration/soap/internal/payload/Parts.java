package org.esbmt.administration.soap.internal.payload;

import org.esbmt.administration.api.command.Content;
import org.esbmt.administration.soap.internal.refusal.Refusal;

/** The attachments of one message. */
public interface Parts {
    /**
     * Takes a part that a request refers to. Each part is taken once.
     *
     * @param href of the Include element
     * @throws Refusal for an address outside of the message, and for a part that is missing or taken
     */
    Content take(String href) throws Refusal;
}
