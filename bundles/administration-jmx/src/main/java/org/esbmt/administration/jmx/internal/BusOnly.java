package org.esbmt.administration.jmx.internal;

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

/**
 * What a connection may do with an MBean server: look at the bus's own MBeans, call their operations and read their
 * attributes. What is not listed here is refused, above all to create MBeans, which is to run code, to register for
 * notifications (which a {@link DoorConnection} does without this server), and queries, which are evaluated by reading
 * attributes. An MBean of which who is connected may ask for nothing is not there when they look; a call of it is refused, as
 * every call is that they may not make, and is in their audit as that.
 */
final class BusOnly implements InvocationHandler {
    private static final Set<String> CALLS = Set.of("invoke", "getAttribute", "getAttributes");
    private static final Set<String> LOOKS =
            Set.of("getMBeanInfo", "getObjectInstance", "isInstanceOf", "isRegistered");

    private final MBeanServer server;
    private final Shown shown;

    private BusOnly(MBeanServer server, Shown shown) {
        this.server = requireNonNull(server, "server");
        this.shown = requireNonNull(shown, "shown");
    }

    static MBeanServer of(MBeanServer server, Shown shown) {
        return (MBeanServer) Proxy.newProxyInstance(
                BusOnly.class.getClassLoader(), new Class<?>[] {MBeanServer.class}, new BusOnly(server, shown));
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        DoorSocket.loggedInOnThisThread();
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
            // Asked by the connector itself, to read arguments; these are values of the platform.
            case "getClassLoaderFor" -> ClassLoader.getPlatformClassLoader();
            case "getClassLoaderRepository" -> passed(method, arguments);
            case "hashCode" -> System.identityHashCode(proxy);
            case "equals" -> proxy == arguments[0];
            case "toString" -> "the bus's MBeans";
            default ->
                throw Refusals.of(
                        Reason.FORBIDDEN,
                        "of this MBean server one can read attributes and call operations, and no more");
        };
    }

    private static boolean ofTheBus(ObjectName name) {
        return name != null && name.getDomain().equals(BusMBeans.DOMAIN) && !name.isPattern();
    }

    private static ObjectName filter(Object[] arguments) {
        if (arguments[1] != null) {
            throw Refusals.of(Reason.FORBIDDEN, "one can ask for names, but not with a query");
        }
        return (ObjectName) arguments[0];
    }

    /** By who is connected. */
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
