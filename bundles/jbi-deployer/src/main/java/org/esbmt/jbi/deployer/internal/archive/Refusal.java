package org.esbmt.jbi.deployer.internal.archive;

import java.util.List;
import org.esbmt.management.api.ArchiveFinding;
import org.esbmt.management.api.DeploymentException;

/** Creates the exceptions for refused archives, each with one sentence for the author. */
public final class Refusal {
    private static final int MOST_UNITS_NAMED = 20;

    private Refusal() {}

    /** An archive with an untrusted structure: reading stops. */
    public static DeploymentException invalid(String sentence) {
        return invalid(ArchiveRule.ZIP, sentence);
    }

    public static DeploymentException invalid(ArchiveRule rule, String sentence) {
        return new DeploymentException(List.of(new ArchiveFinding("", 0, rule.toString(), sentence)));
    }

    /**
     * Units for missing components. That is no error of the archive, since a component may be installed later.
     *
     * @param units at least one, in the order of the descriptor
     */
    public static DeploymentException unknownComponents(List<AssemblyDescriptor.Unit> units) {
        StringBuilder named = new StringBuilder();
        for (AssemblyDescriptor.Unit unit : units.subList(0, Math.min(units.size(), MOST_UNITS_NAMED))) {
            String is = named.isEmpty() ? " is for" : " for";
            named.append(named.isEmpty() ? "the unit " : ", the unit ").append(shown(unit.name()));
            named.append(is).append(" the component ").append(shown(unit.component()));
        }
        int more = units.size() - MOST_UNITS_NAMED;
        return new DeploymentException(
                DeploymentException.Reason.UNKNOWN_COMPONENT,
                named + (more > 0 ? ", and " + more + " more" : "") + ", which this bus does not have");
    }

    /**
     * A name from an archive for a message: characters outside of plain ASCII are shown as {@code ?}, and long names
     * are cut.
     */
    public static String shown(String name) {
        String safe = name.replaceAll("[^\\x20-\\x7e]", "?");
        return safe.length() <= 200 ? safe : safe.substring(0, 200) + "...";
    }
}
