package org.esbmt.management.api.message;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import org.esbmt.management.api.DeploymentException;
import org.esbmt.management.api.DeploymentException.Reason;
import org.esbmt.management.api.message.ManagementResponse.Result;

/**
 * The failure of an operation on a node, as in the message of a {@link Result}: the reason, a colon, a space and the
 * sentence. Writer and reader may be of different builds, so a reason may be unknown.
 *
 * @param sentence for the deploying user. Characters that cannot be part of a line become spaces. Text that is too long
 *     for the message of a result is cut
 */
public record Failure(Reason reason, String sentence) {
    private static final String AFTER_REASON = ": ";

    public Failure {
        requireNonNull(reason, "reason");
        sentence = Checks.tidied(sentence, Result.MAX_MESSAGE - (reason + AFTER_REASON).length());
    }

    /** The failure of a refused operation. Of many findings about an archive it contains the first ones. */
    public static Failure of(DeploymentException refused) {
        return new Failure(refused.reason(), refused.getMessage() == null ? "" : refused.getMessage());
    }

    /** The text for the message of a result, which has room for all of it. */
    public String text() {
        return reason + AFTER_REASON + sentence;
    }

    /** Reads the message of a result; empty if it does not begin with a reason that this build knows. */
    public static Optional<Failure> parse(String message) {
        int end = message.indexOf(AFTER_REASON);
        if (end < 0) {
            return Optional.empty();
        }
        String name = message.substring(0, end);
        for (Reason reason : Reason.values()) {
            if (reason.name().equals(name)) {
                return Optional.of(new Failure(reason, message.substring(end + AFTER_REASON.length())));
            }
        }
        return Optional.empty();
    }

    /** The exception for the caller of the operation. */
    public DeploymentException exception() {
        return new DeploymentException(reason, sentence);
    }
}
