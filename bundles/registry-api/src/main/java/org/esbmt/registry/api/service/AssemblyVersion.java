package org.esbmt.registry.api.service;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import org.esbmt.tenancy.api.UserId;

/**
 * One version of a service assembly. It never changes.
 *
 * @param number from 1, one more with each version that is deployed under the name, and never given twice
 * @param by the user who uploaded it
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
