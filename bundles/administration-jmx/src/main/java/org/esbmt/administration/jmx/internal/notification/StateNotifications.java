package org.esbmt.administration.jmx.internal.notification;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.management.MBeanNotificationInfo;
import javax.management.MalformedObjectNameException;
import javax.management.Notification;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.CompositeDataSupport;
import javax.management.openmbean.CompositeType;
import javax.management.openmbean.OpenDataException;
import javax.management.openmbean.OpenType;
import javax.management.openmbean.SimpleType;
import org.esbmt.administration.jmx.internal.mbean.PublishedMBean;
import org.esbmt.management.api.event.StateChange;
import org.esbmt.management.api.event.StateChange.Kind;

/** State changes as notifications that every JMX client can read. */
public final class StateNotifications {
    /** The source of the notifications. */
    public static final ObjectName SOURCE = source();

    private static final Map<String, String> ITEMS = items();
    private static final CompositeType DATA = type();

    private StateNotifications() {}

    private static Map<String, String> items() {
        Map<String, String> items = new LinkedHashMap<>();
        items.put(
                "name",
                "of what changed: a UUID of an operation, a tenant, a node; an assembly's or component's name; a transaction and"
                        + " its resource");
        items.put("tenantId", "whose it is; empty: the installation's");
        items.put("nodeId", "on which node; empty: for the whole cluster");
        items.put("before", "the state before; empty: not known, or none");
        items.put("after", "the state now");
        items.put("cause", "what was asked for; empty: not known");
        items.put("operation", "the operation under which that was asked for; empty: not known");
        return items;
    }

    private static ObjectName source() {
        try {
            return new ObjectName(PublishedMBean.NOTIFICATIONS.objectName());
        } catch (MalformedObjectNameException e) {
            throw new IllegalStateException(e);
        }
    }

    private static CompositeType type() {
        String[] names = ITEMS.keySet().toArray(String[]::new);
        OpenType<?>[] types = new OpenType<?>[names.length];
        Arrays.fill(types, SimpleType.STRING);
        try {
            return new CompositeType(
                    "StateChange",
                    "something has another state",
                    names,
                    ITEMS.values().toArray(String[]::new),
                    types);
        } catch (OpenDataException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The notification type of a kind of change: {@code esbmt.operation.state} and so on. */
    static String type(Kind kind) {
        return "esbmt." + kind.name().toLowerCase(Locale.ROOT) + ".state";
    }

    static String[] types() {
        return Arrays.stream(Kind.values()).map(StateNotifications::type).toArray(String[]::new);
    }

    static MBeanNotificationInfo[] info() {
        return Arrays.stream(Kind.values())
                .map(kind -> new MBeanNotificationInfo(
                        new String[] {type(kind)}, Notification.class.getName(), description(kind)))
                .toArray(MBeanNotificationInfo[]::new);
    }

    private static String description(Kind kind) {
        return switch (kind) {
            case OPERATION -> "An operation has another outcome on the nodes of the cluster.";
            case TENANT -> "A tenant has another state.";
            case ASSEMBLY -> "An assembly has another state or another version on this node.";
            case COMPONENT -> "A component or a shared library has another state on this node.";
            case NODE -> "A node of the cluster has another state.";
            case TRANSACTION ->
                "A branch of a transaction is in doubt on this node for longer than it should be, or no more.";
        };
    }

    /**
     * Makes the notification of a change.
     *
     * @param sequence grows by one with each notification that this listener might have received
     */
    public static Notification of(StateChange change, long sequence) {
        Notification notification = new Notification(
                type(change.kind()), SOURCE, sequence, change.at().toEpochMilli(), sentence(change));
        notification.setUserData(data(change));
        return notification;
    }

    private static String sentence(StateChange change) {
        return change.kind().name().toLowerCase(Locale.ROOT) + " " + change.name() + " is " + change.after()
                + change.before().map(before -> ", and was " + before).orElse("");
    }

    private static CompositeData data(StateChange change) {
        List<String> values = List.of(
                change.name(),
                change.tenant().map(Object::toString).orElse(""),
                change.node().map(Object::toString).orElse(""),
                change.before().orElse(""),
                change.after(),
                change.cause().orElse(""),
                change.operation().map(Object::toString).orElse(""));
        try {
            return new CompositeDataSupport(DATA, ITEMS.keySet().toArray(String[]::new), values.toArray());
        } catch (OpenDataException e) {
            throw new IllegalStateException(e);
        }
    }
}
