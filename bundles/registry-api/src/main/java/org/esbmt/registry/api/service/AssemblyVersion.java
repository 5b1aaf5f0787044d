package org.esbmt.registry.api.service;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import org.esbmt.tenancy.api.UserId;

/**
 * One version of a service assembly. It never changes.
 *
 * @param number from 1, one more with each version deployed under the name, and never reused
 * @param by the user of the upload
 */
public record AssemblyVersion(int number, AssemblyContent content, UserId by, Instant at) {
    public AssemblyVersion {
        if (number < 1) {
            throw new IllegalArgumentException("a version is 1 or more, but is " + number);
        }
        requireNonNull(content, "content");
        requireNonNull(by, "by");
        requireNonNull(at, "at");
    }
}
