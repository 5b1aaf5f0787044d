package org.esbmt.administration.jmx.internal.connector;

import static java.util.Objects.requireNonNull;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import javax.management.InstanceNotFoundException;
import javax.management.MBeanServer;
import javax.management.ObjectInstance;
import javax.management.ObjectName;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.jmx.internal.mbean.BusMBeans;
import org.esbmt.administration.jmx.internal.mbean.ConnectedAdministrator;
import org.esbmt.administration.jmx.internal.mbean.Refusals;

/**
 * Restricts a connection to part of an MBean server: it reads the descriptions of the bus's own MBeans, calls their
 * operations and reads their attributes. Every other call is refused, above all the creation of MBeans, which runs
 * code. Queries are refused since their evaluation reads attributes. A registration for notifications is refused since
 * {@link TenantJmxConnection} does it without this server. An MBean without any operation that the user may perform is
 * hidden from them. A call of it is refused and audited like every forbidden call.
 */
final class RestrictedMBeanServer implements InvocationHandler {
    private static final Set<String> CALLS = Set.of("invoke", "getAttribute", "getAttributes");
    private static final Set<String> LOOKS =
            Set.of("getMBeanInfo", "getObjectInstance", "isInstanceOf", "isRegistered");

    private final MBeanServer server;
    private final MBeanVisibility shown;

    private RestrictedMBeanServer(MBeanServer server, MBeanVisibility shown) {
        this.server = requireNonNull(server, "server");
        this.shown = requireNonNull(shown, "shown");
    }

    static MBeanServer of(MBeanServer server, MBeanVisibility shown) {
        return (MBeanServer) Proxy.newProxyInstance(
                RestrictedMBeanServer.class.getClassLoader(),
                new Class<?>[] {MBeanServer.class},
                new RestrictedMBeanServer(server, shown));
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        TenantJmxSocket.loggedInOnThisThread();
        String name = method.getName();
        boolean call = CALLS.contains(name);
        if (call || LOOKS.contains(name)) {
            ObjectName bean = (ObjectName) arguments[0];
            if (!ofTheBus(bean) || !(call || seen().test(bean))) {
                if (name.equals("isRegistered")) {
                    return false;
                }
                throw Refusals.bare(new InstanceNotFoundException(String.valueOf(bean)));
            }
            return passed(method, arguments);
        }
        return switch (name) {
            case "queryNames" -> names(filter(arguments));
            case "queryMBeans" -> instances(filter(arguments));
            case "getDomains" -> new String[] {BusMBeans.DOMAIN};
            case "getDefaultDomain" -> BusMBeans.DOMAIN;
            case "getMBeanCount" -> names(null).size();
            // Called by the connector itself to read arguments, whose classes are the platform's.
            case "getClassLoaderFor" -> ClassLoader.getPlatformClassLoader();
            case "getClassLoaderRepository" -> passed(method, arguments);
            case "hashCode" -> System.identityHashCode(proxy);
            case "equals" -> proxy == arguments[0];
            case "toString" -> "the bus's MBeans";
            default ->
                throw Refusals.of(Reason.FORBIDDEN, "this MBean server only reads attributes and calls operations");
        };
    }

    private static boolean ofTheBus(ObjectName name) {
        return name != null && name.getDomain().equals(BusMBeans.DOMAIN) && !name.isPattern();
    }

    private static ObjectName filter(Object[] arguments) {
        if (arguments[1] != null) {
            throw Refusals.of(Reason.FORBIDDEN, "names can be listed, but not by a query");
        }
        return (ObjectName) arguments[0];
    }

    /** The MBeans that the connected user sees. */
    private Predicate<ObjectName> seen() {
        return shown.to(ConnectedAdministrator.get());
    }

    private Set<ObjectName> names(ObjectName filter) {
        Predicate<ObjectName> seen = seen();
        return server.queryNames(filter, null).stream()
                .filter(name -> ofTheBus(name) && seen.test(name))
                .collect(Collectors.toSet());
    }

    private Set<ObjectInstance> instances(ObjectName filter) {
        Predicate<ObjectName> seen = seen();
        return server.queryMBeans(filter, null).stream()
                .filter(instance -> ofTheBus(instance.getObjectName()) && seen.test(instance.getObjectName()))
                .collect(Collectors.toSet());
    }

    private Object passed(Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(server, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
