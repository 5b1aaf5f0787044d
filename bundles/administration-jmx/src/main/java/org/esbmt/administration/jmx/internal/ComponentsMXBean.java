package org.esbmt.administration.jmx.internal;

/**
 * Components and shared libraries on all nodes of the cluster, for JMX clients; open types only. What is changed here is
 * decided for all nodes; the MBeans of JSR-208 act on one. Failures as those of {@link AdministrationMXBean}.
 */
public interface ComponentsMXBean {

    /** The name it is registered under. */
    String OBJECT_NAME = "org.esbmt:type=Components";

    @Described("All components, as they are to be and as the nodes have them.")
    ComponentData[] listComponents();

    @Described("All shared libraries, as they are to be and as the nodes have them.")
    ComponentData[] listLibraries();

    @Described("Installs a shared library, or installs and starts a component, on all nodes, and returns its name.")
    String install(
            @Described(name = "installer", value = "the zip file, at most 10 MiB; larger ones in the shell")
                    byte[] installer,
            @Described(name = "operation", value = "a UUID of yours for this request, or empty") String operation);

    @Described("Starts a component on all nodes.")
    ComponentData startComponent(
            @Described(name = "component", value = "its name") String component,
            @Described(name = "operation", value = "a UUID of yours for this request, or empty") String operation,
            @Described(name = "revision", value = "the one that is to be changed, or -1 for any") long revision);

    @Described("Stops a component on all nodes.")
    ComponentData stopComponent(
            @Described(name = "component", value = "its name") String component,
            @Described(name = "operation", value = "a UUID of yours for this request, or empty") String operation,
            @Described(name = "revision", value = "the one that is to be changed, or -1 for any") long revision);

    @Described("Shuts a component down on all nodes.")
    ComponentData shutDownComponent(
            @Described(name = "component", value = "its name") String component,
            @Described(name = "operation", value = "a UUID of yours for this request, or empty") String operation,
            @Described(name = "revision", value = "the one that is to be changed, or -1 for any") long revision);

    @Described("What can be set of a component on all nodes, and what is.")
    SettingData[] listSettings(@Described(name = "component", value = "its name") String component);

    @Described("Sets keys of a component on all nodes or on one, and takes others back, and returns the new revision.")
    long configureComponent(
            @Described(name = "component", value = "its name") String component,
            @Described(name = "nodeId", value = "the one node to set, or empty for all") String nodeId,
            @Described(name = "settings", value = "key=value each") String[] settings,
            @Described(name = "unset", value = "keys that are to be as the node's files have them") String[] unset,
            @Described(name = "operation", value = "a UUID of yours for this request, or empty") String operation,
            @Described(name = "revision", value = "the one that is to be changed, or -1 for any") long revision);

    @Described("Removes a component that an installer brought from all nodes.")
    void uninstallComponent(
            @Described(name = "component", value = "its name") String component,
            @Described(name = "operation", value = "a UUID of yours for this request, or empty") String operation,
            @Described(name = "revision", value = "the one that is to be changed, or -1 for any") long revision);

    @Described("Removes a shared library from all nodes.")
    void uninstallLibrary(
            @Described(name = "library", value = "its name") String library,
            @Described(name = "operation", value = "a UUID of yours for this request, or empty") String operation,
            @Described(name = "revision", value = "the one that is to be changed, or -1 for any") long revision);
}
