package org.esbmt.jbi.deployer.internal.archive;

import org.esbmt.management.api.DeploymentException;

/** Says no to an archive, in one sentence for the person who made it. */
public final class Refusal {
    private Refusal() {}

    public static DeploymentException invalid(String sentence) {
        return new DeploymentException(DeploymentException.Reason.INVALID_ARCHIVE, sentence);
    }

    /** Names from archives may hold anything: what is not plain ASCII is shown as {@code ?}, and long ones are cut. */
    public static String shown(String name) {
        String safe = name.replaceAll("[^\\x20-\\x7e]", "?");
        return safe.length() <= 200 ? safe : safe.substring(0, 200) + "...";
    }
}
