package org.esbmt.administration.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import org.esbmt.administration.api.AdministrationException;
import org.esbmt.management.api.DeploymentException;
import org.esbmt.management.api.message.Sha256;
import org.esbmt.registry.api.RegistryException;

/**
 * A change that is asked for.
 *
 * @param <T> what they get who ask
 * @param request all of what is asked, without secrets: under one identifier only the same may be asked again
 * @param step makes the change
 * @param again finds what they get who ask again
 */
record Ask<T>(Target target, Sha256 request, Step<T> step, Again<T> again) {
    Ask {
        requireNonNull(target, "target");
        requireNonNull(request, "request");
        requireNonNull(step, "step");
        requireNonNull(again, "again");
    }

    /** Makes the change, in the unit of work of the calling thread; once more when somebody else came between. */
    @FunctionalInterface
    interface Step<T> {
        T in(Change change) throws AdministrationException, RegistryException, DeploymentException;
    }

    /** Finds what was changed. */
    @FunctionalInterface
    interface Again<T> {
        T of(Remembered before) throws AdministrationException, RegistryException;
    }

    /** Of the parts of a request, in their order; each with its length before it, so that none runs into the next. */
    static Sha256 request(Object... parts) {
        StringBuilder text = new StringBuilder();
        for (Object part : parts) {
            String one = part.toString();
            text.append(one.length()).append(':').append(one);
        }
        return Sha256.of(text.toString().getBytes(UTF_8));
    }
}
