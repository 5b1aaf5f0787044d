package org.esbmt.message.security.internal.xml;

import org.esbmt.message.security.api.SecurityRefusedException;
import org.esbmt.message.security.api.SecurityRefusedException.Reason;
import org.esbmt.xml.api.XmlRefusedException;

/** Refusals of messages, each with a sentence for the log. */
public final class Refusal {

    private Refusal() {}

    public static SecurityRefusedException invalid(String sentence) {
        return new SecurityRefusedException(Reason.INVALID, sentence);
    }

    public static SecurityRefusedException limit(String sentence) {
        return new SecurityRefusedException(Reason.LIMIT, sentence);
    }

    public static SecurityRefusedException expired(String sentence) {
        return new SecurityRefusedException(Reason.EXPIRED, sentence);
    }

    /** The refusal by the lexer. */
    public static SecurityRefusedException of(XmlRefusedException refused) {
        return refused.isLimit() ? limit(refused.getMessage()) : invalid(refused.getMessage());
    }

    public static void invalidIf(boolean bad, String sentence) throws SecurityRefusedException {
        if (bad) {
            throw invalid(sentence);
        }
    }

    public static void limitIf(boolean bad, String sentence) throws SecurityRefusedException {
        if (bad) {
            throw limit(sentence);
        }
    }
}
