-- A payment is canceled; an order that no candle is lit for is dismissed.
update orders set fulfilment = 'dismissed' where fulfilment = 'cancelled';
