package org.esbmt.administration.internal.change;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.internal.policy.OperationTarget;
import org.esbmt.management.api.DeploymentException;
import org.esbmt.management.api.message.Sha256;
import org.esbmt.registry.api.RegistryException;

/**
 * A command that is ready for its unit of work.
 *
 * @param <T> the result
 * @param request the digest of the whole request, without secrets; an identifier accepts only the same request again
 * @param apply makes the change
 * @param replay finds the result for a repetition
 */
public record PreparedChange<T>(OperationTarget target, Sha256 request, Apply<T> apply, Replay<T> replay) {
    public PreparedChange {
        requireNonNull(target, "target");
        requireNonNull(request, "request");
        requireNonNull(apply, "apply");
        requireNonNull(replay, "replay");
    }

    /** Makes the change, in the unit of work of the calling thread. After a concurrent change it is called again. */
    @FunctionalInterface
    public interface Apply<T> {
        T in(Change change) throws AdministrationException, RegistryException, DeploymentException;
    }

    /** Finds the entry that the first execution changed. */
    @FunctionalInterface
    public interface Replay<T> {
        T of(JournaledResult before) throws AdministrationException, RegistryException;
    }

    /**
     * Returns the digest of the parts of a request, in their order. The length of each part precedes it, so that no two
     * sequences of parts have the same text.
     */
    public static Sha256 request(Object... parts) {
        StringBuilder text = new StringBuilder();
        for (Object part : parts) {
            String one = part.toString();
            text.append(one.length()).append(':').append(one);
        }
        return Sha256.of(text.toString().getBytes(UTF_8));
    }
}
