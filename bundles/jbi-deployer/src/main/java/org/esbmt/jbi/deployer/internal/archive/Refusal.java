package org.esbmt.jbi.deployer.internal.archive;

import java.util.List;
import org.esbmt.management.api.ArchiveFinding;
import org.esbmt.management.api.DeploymentException;

/** Says no to an archive, in one sentence for the person who made it. */
public final class Refusal {
    private Refusal() {}

    /** An archive whose structure cannot be trusted: nothing more is read of it. */
    public static DeploymentException invalid(String sentence) {
        return invalid(ArchiveRule.ZIP, sentence);
    }

    public static DeploymentException invalid(ArchiveRule rule, String sentence) {
        return new DeploymentException(List.of(new ArchiveFinding("", 0, rule.toString(), sentence)));
    }

    /** Names from archives may hold anything: what is not plain ASCII is shown as {@code ?}, and long ones are cut. */
    public static String shown(String name) {
        String safe = name.replaceAll("[^\\x20-\\x7e]", "?");
        return safe.length() <= 200 ? safe : safe.substring(0, 200) + "...";
    }
}
