-- What was bought and paid. Written by the executor; the desk only reads.
-- Facts are appended and never refused; acts on them are (see 050).

CREATE TABLE orders (
  order_id   TEXT PRIMARY KEY,
  customer   TEXT NOT NULL,
  currency   TEXT NOT NULL CHECK (length(currency) = 3),
  placed_on  TEXT NOT NULL,
  UNIQUE (order_id, currency)
) STRICT;
CREATE INDEX orders_by_customer ON orders (customer);

-- The unit that can be refunded. net_minor is what was paid for it, in whole minor units.
CREATE TABLE components (
  order_id      TEXT NOT NULL REFERENCES orders,
  component_id  TEXT NOT NULL,
  kind          TEXT NOT NULL CHECK (kind IN ('LINE', 'SHIPPING', 'TAX')),
  title         TEXT NOT NULL,
  options       TEXT NOT NULL,
  sku           TEXT NOT NULL,
  quantity      INTEGER NOT NULL CHECK (quantity >= 1),
  net_minor     INTEGER NOT NULL CHECK (net_minor >= 0),
  redeemable    INTEGER NOT NULL CHECK (redeemable IN (0, 1)),
  PRIMARY KEY (order_id, component_id)
) STRICT;

CREATE TABLE order_states (
  order_id      TEXT NOT NULL REFERENCES orders,
  seq           INTEGER NOT NULL CHECK (seq >= 0),
  status        TEXT NOT NULL CHECK (status IN ('PENDING', 'SHIPPED', 'DELIVERED', 'CANCELLED')),
  delivered_on  TEXT,
  seen_at       INTEGER NOT NULL DEFAULT (counterfoil_now()),
  PRIMARY KEY (order_id, seq)
) STRICT;

CREATE TABLE payments (
  payment_id  TEXT PRIMARY KEY,
  order_id    TEXT NOT NULL,
  currency    TEXT NOT NULL,
  provider    TEXT NOT NULL,
  kind        TEXT NOT NULL CHECK (kind IN ('CARD', 'WALLET', 'GIFT_CARD', 'TRANSFER', 'SUBSCRIPTION')),
  FOREIGN KEY (order_id, currency) REFERENCES orders (order_id, currency),
  UNIQUE (payment_id, order_id, currency)
) STRICT;
CREATE INDEX payments_by_order ON payments (order_id);

-- What the provider said, each time it said something new. elsewhere_minor: refunded by others than this gate.
CREATE TABLE payment_states (
  payment_id       TEXT NOT NULL REFERENCES payments,
  seq              INTEGER NOT NULL CHECK (seq >= 0),
  captured_minor   INTEGER NOT NULL CHECK (captured_minor >= 0),
  elsewhere_minor  INTEGER NOT NULL CHECK (elsewhere_minor >= 0),
  dispute          TEXT NOT NULL CHECK (dispute IN ('NONE', 'OPEN', 'WON', 'LOST')),
  seen_at          INTEGER NOT NULL DEFAULT (counterfoil_now()),
  PRIMARY KEY (payment_id, seq)
) STRICT;
