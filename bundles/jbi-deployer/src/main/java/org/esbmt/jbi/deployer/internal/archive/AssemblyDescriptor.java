package org.esbmt.jbi.deployer.internal.archive;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The content of META-INF/jbi.xml of a service assembly (JSR-208, section 6.3.1).
 *
 * @param units in the order of the file, which is their start order
 */
public record AssemblyDescriptor(String name, String description, List<Unit> units) {
    /** Names of files, bundles and MBeans contain these names, so they must be harmless in all of them. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*");

    private static final int NAME_LENGTH = 100;

    public AssemblyDescriptor {
        requireNonNull(name, "name");
        requireNonNull(description, "description");
        units = List.copyOf(units);
    }

    /** The names of its units' components. */
    public Set<String> components() {
        return units.stream().map(Unit::component).collect(Collectors.toSet());
    }

    /** True for a valid name of an assembly or a unit. */
    public static boolean isName(String text) {
        return text.length() <= NAME_LENGTH && NAME.matcher(text).matches();
    }

    /**
     * One service unit.
     *
     * @param artifact the unit's zip file, an entry of the assembly's archive
     * @param component the name of the unit's component
     */
    public record Unit(String name, String description, String artifact, String component) {
        public Unit {
            requireNonNull(name, "name");
            requireNonNull(description, "description");
            requireNonNull(artifact, "artifact");
            requireNonNull(component, "component");
        }
    }
}
